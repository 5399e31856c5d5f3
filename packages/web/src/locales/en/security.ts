import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The texts of the page about login security. */
export const securityTexts = {
	page: {
		title: "Login security",
		intro: "How you log in, and what protects your account.",
	},
	loading: "Loading…",
	retry: "Try again",
	password: {
		heading: "Password",
		intro: "All your other sessions end when the password changes.",
		current: "Current password",
		submit: "Change password",
		done: "Your password has been changed. All your other sessions have ended.",
		keysStay: (count: number) =>
			counted(count, {
				one: "Your access key stays: a program that has it can still log in.",
				other: "Your # access keys stay: programs that have them can still log in.",
			}),
		toKeys: "See your access keys",
	},
	passkeys: {
		heading: "Passkeys",
		what: "A passkey logs you in alone, by finger, face, PIN or security key: you type no password and no code.",
	},
	apps: {
		heading: "Authenticator apps",
		what: "An app on your phone shows a new code every 30 seconds. With two-step login, you enter one after your password.",
	},
	twoStep: {
		heading: "Two-step login",
		state: { on: "Two-step login is on", off: "Two-step login is off" },
		whenOn:
			"After your password, a login needs a second step: a passkey, a code from an app, or a recovery code.",
		whenOff:
			"Your password alone is enough to log in as you. Turn two-step login on, and a passkey or a code must follow it.",
		/** There is nothing that could follow the password. */
		missing:
			"Your password alone is enough to log in as you. An authenticator app turns two-step login on; after adding a passkey, you turn it on here.",
		required: "This service requires two-step login, so it stays on.",
		turnOn: "Turn on two-step login",
		turnedOn: "Two-step login is on. All your other sessions have ended.",
		turnOff: {
			button: "Turn off two-step login",
			heading: "Turn off two-step login?",
			text: "A password alone will be enough to log in as you. Your recovery codes stop working, and all your other sessions end.",
			submit: "Turn it off",
			done: "Two-step login is off. All your other sessions have ended.",
		},
	},
	/** Of both kinds. */
	factors: {
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
		totp: "Its codes stop working, and all your other sessions end.",
		passkey: "You can no longer log in with it, and all your other sessions end.",
		last: "It is your only second factor: removing it turns two-step login off, and a password alone will be enough to log in as you. All your other sessions end.",
		submit: "Remove",
		done: "Removed. All your other sessions have ended.",
		doneLast: "Removed, and two-step login is off. All your other sessions have ended.",
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
		what: "Each of these codes works once as the second step, when you have lost your phone or your passkey.",
		/** Two-step login is off. */
		later:
			"They replace the second step when you have lost your phone or your passkey. You get them when you turn two-step login on.",
		left: (count: number, when: string) =>
			`${counted(count, { one: "# recovery code is", other: "# recovery codes are" })} left, of those made on ${when}.`,
		none: "You have no recovery codes. Without them, you cannot log in when your phone or passkey is lost.",
		few: (count: number) =>
			`Only ${counted(count, { one: "# recovery code is", other: "# recovery codes are" })} left. Make new ones while you can.`,
		noneLeft:
			"No recovery code is left. Make new ones, or you cannot log in when your phone or passkey is lost.",
		button: "Make new recovery codes",
		confirm: {
			heading: "Make new recovery codes?",
			text: "The codes that you have now stop working.",
			submit: "Make new codes",
		},
		renewed: "You have new recovery codes.",
		show: "Store your recovery codes",
		why: "If you lose your phone or your passkey, each of these works once in its place. They are shown only now. Keep them where you keep your passwords, or on paper.",
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
	/** By error code: what no other page can meet. */
	problems: {
		recovery_codes_missing:
			"Make recovery codes first, and store them: without one, a lost passkey would lock you out.",
		second_factor_demanded: "This service requires a second factor. Add another one first.",
	},
};
