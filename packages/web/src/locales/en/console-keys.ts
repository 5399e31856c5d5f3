import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The page of the keys of the service, in the console. */
export const consoleKeyTexts = {
	title: "Signing keys",
	signing: {
		heading: "Signing keys",
		what: "They sign tokens.",
		does: {
			next: "Your APIs learn it before it takes over at the next rotation.",
			active: "It signs every new token.",
			retired: "It signs nothing more. Tokens that it has signed stay valid until they end.",
		},
	},
	applications: {
		heading: "Signing keys of applications",
		what: "They sign what applications get. They are rotated and replaced with the signing keys.",
		does: {
			next: "Applications learn it before it takes over at the next rotation.",
			active: "It signs every new id token.",
			retired: "It signs nothing more. Id tokens that it has signed stay valid until they end.",
		},
	},
	sealing: {
		heading: "Sealing keys",
		what: "They seal what the service stores.",
		does: {
			next: "All instances learn it before it takes over at the next rotation.",
			active: "It seals all that is stored now.",
			retired: "It opens what it has sealed, and seals nothing more.",
		},
	},
	states: { next: "Next", active: "In use", retired: "Retired" },
	made: "Made",
	active: "In use since",
	retired: "Retired",
	rotate: {
		button: "Rotate",
		heading: { signing: "Rotate the signing key?", sealing: "Rotate the sealing key?" },
		what: {
			signing:
				"The next key signs from now on. All tokens and sessions stay valid. Keys rotate by themselves too.",
			sealing:
				"The next key seals from now on. All that is stored stays readable, and all sessions stay valid.",
		},
		submit: "Rotate",
		done: (kid: string) => `The key ${kid} is in use now.`,
		tooEarly: "The next key is so new that others may not know it yet. Wait some minutes.",
		toForce: "Rotate all the same…",
		whatForced: {
			signing: "APIs that do not know it yet refuse its tokens for some minutes.",
			sealing: "Instances that do not know it yet refuse what it has sealed for some minutes.",
		},
		force: "Rotate all the same",
		typed: "rotate",
	},
	replace: {
		button: "Replace all signing keys",
		heading: "Replace all signing keys?",
		what: "For keys that an attacker knows. All tokens are void at once, and programs log in again. Sessions of browsers continue.",
		other:
			"If the attacker has read the database or the secret, this is not enough: the chapter on incidents says what else to do, on the command line.",
		submit: "Replace all",
		typed: "replace all signing keys",
		done: (ended: number) =>
			`All signing keys are replaced. ${counted(ended, { one: "# session ended.", other: "# sessions ended." })}`,
	},
};
