import * as en from "../en/index.ts";
import { eachText, mirrored } from "../pseudo.ts";

export const { locale } = en;
export const direction = "rtl";
export const {
	accountTexts,
	copyTexts,
	docsTexts,
	frameTexts,
	newPasswordTexts,
	passkeyTexts,
	problemTexts,
	reauthenticateTexts,
	secondStepTexts,
	securityTexts,
	setupTexts,
	texts,
} = eachText(en, mirrored);
