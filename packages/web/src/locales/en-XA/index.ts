import * as en from "../en/index.ts";
import { eachText, longer } from "../pseudo.ts";

export const { locale } = en;
export const direction = "ltr";
export const {
	accessKeyTexts,
	consoleAccessKeyTexts,
	consoleEventListTexts,
	consoleEventTexts,
	consoleGroupTexts,
	consoleImportTexts,
	consoleKeyTexts,
	consoleMailTexts,
	consoleOverviewTexts,
	consoleSessionTexts,
	consoleSystemTexts,
	consoleTexts,
	consoleUserPageTexts,
	consoleUserTexts,
	copyTexts,
	docsTexts,
	dueTexts,
	emailTexts,
	frameTexts,
	newPasswordTexts,
	passkeyTexts,
	problemTexts,
	profileTexts,
	programTexts,
	reauthenticateTexts,
	recoveryTexts,
	secondStepTexts,
	securityTexts,
	sessionTexts,
	setupTexts,
	texts,
} = eachText(en, longer);
