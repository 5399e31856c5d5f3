import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The texts of the page about login security. */
export const securityTexts = {
	page: {
		title: "Login security",
		intro: "What protects your account besides the password.",
	},
	/** Of the card. */
	heading: "Two-step login",
	what: "With two-step login, a password alone is not enough: a code from your phone comes after it.",
	loading: "Loading…",
	retry: "Try again",
	state: { on: "Two-step login is on", off: "Two-step login is off" },
	/** Off, although there are factors. */
	kept: "You have turned it off. What you added is kept below.",
	turnOn: "Turn on two-step login",
	turnOff: {
		button: "Turn off two-step login",
		heading: "Turn off two-step login?",
		text: "A password alone will be enough to log in as you. Your recovery codes stop working, and all your other sessions end.",
		submit: "Turn it off",
		done: "Two-step login is off. All your other sessions have ended.",
	},
	turnedOn: "Two-step login is on. All your other sessions have ended.",
	factors: {
		heading: "Your second factors",
		kinds: { totp: "Authenticator app", passkey: "Passkey" },
		added: "Added",
		used: "Last used",
		never: "never",
		rename: "Rename",
		renameWhich: (name: string) => `Rename ${name}`,
		name: "Name",
		save: "Save",
		renamed: "Renamed.",
		remove: "Remove",
		removeWhich: (name: string) => `Remove ${name}`,
	},
	remove: {
		heading: (name: string) => `Remove ${name}?`,
		text: "Its codes stop working, and all your other sessions end.",
		last: "It is your only second factor: removing it turns two-step login off, and a password alone will be enough to log in as you. All your other sessions end.",
		submit: "Remove",
		done: "Removed. All your other sessions have ended.",
	},
	add: {
		button: "Add an authenticator app",
		another: "Add another authenticator app",
		heading: "Add an authenticator app",
		scan: "Scan this code with an authenticator app on your phone. Any app for one-time codes will do.",
		qr: "QR code for the authenticator app",
		open: "Open in the app on this phone",
		type: "The app cannot scan it? Type this secret into it:",
		secret: "secret",
		code: "Code that the app shows now",
		name: "Name, to tell it from others",
		usualName: (number: number) => (number === 1 ? "Authenticator app" : `Authenticator app ${number}`),
		submit: "Add the app",
		/** The service knows whether the code is wrong or the clocks are apart, and says it in English. */
		wrong: (message: string) => message,
		malformed: "A code has 6 or 8 digits.",
		tooOld: "This QR code has expired. Scan the new one.",
		done: "The app is added. From now on, every login needs a code from it.",
	},
	codes: {
		heading: "Recovery codes",
		left: (count: number, when: string) =>
			`${counted(count, { one: "# recovery code is", other: "# recovery codes are" })} left, of those made on ${when}.`,
		none: "You have no recovery codes. Without them, you cannot log in if you lose your phone.",
		few: (count: number) =>
			`Only ${counted(count, { one: "# recovery code is", other: "# recovery codes are" })} left. Make new ones while you can.`,
		noneLeft: "No recovery code is left. Make new ones, or you cannot log in if you lose your phone.",
		button: "Make new recovery codes",
		confirm: {
			heading: "Make new recovery codes?",
			text: "The codes that you have now stop working.",
			submit: "Make new codes",
		},
		show: "Store your recovery codes",
		why: "If you lose your phone, each of these works once in place of a code from the app. They are shown only now. Keep them where you keep your passwords, or on paper.",
		list: "recovery codes",
		download: "Download",
		print: "Print",
		file: (host: string) => `recovery-codes-${host}.txt`,
		/** First lines of the file and of the print. */
		of: (username: string, address: string) => `Recovery codes of ${username} at ${address}`,
		once: "Each works once.",
		stored: "I have stored these codes",
		done: "Done",
		tickFirst: "Store the codes first, then tick the box.",
	},
	cancel: "Cancel",
};
