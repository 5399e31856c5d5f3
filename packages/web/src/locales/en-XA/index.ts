import * as en from "../en/index.ts";
import { eachText, longer } from "../pseudo.ts";

export const { locale } = en;
export const direction = "ltr";
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
} = eachText(en, longer);
