import * as en from "../en/index.ts";
import { eachText, mirrored } from "../pseudo.ts";

export const { locale } = en;
export const direction = "rtl";
export const {
	accountTexts,
	copyTexts,
	docsTexts,
	emailTexts,
	frameTexts,
	newPasswordTexts,
	passkeyTexts,
	problemTexts,
	reauthenticateTexts,
	recoveryTexts,
	secondStepTexts,
	securityTexts,
	setupTexts,
	texts,
} = eachText(en, mirrored);
