/**
 * The program of the thread that estimates how many guesses a password takes. Its dictionaries take some 70 MB and a
 * sixth of a second to load, which is why the thread exists only while a user chooses a password.
 */
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";
import { lowerOwnPriority } from "./low-priority.ts";
import { wellKnownPasswords } from "./well-known-passwords.ts";

export interface StrengthQuestion {
	password: string;
	/** Words that a guesser would try first for this user. */
	context: string[];
}

/**
 * UTF-16 units looked at. The time grows faster than the length, to seconds at the longest password allowed; a password
 * whose first 64 characters take many guesses takes as many as a whole.
 */
const LONGEST = 64;

/**
 * Time and memory grow with every dictionary. Surnames, the encyclopaedia and the dozen of tiny sequences in the English
 * package cost four times as much and blocked nothing that the list of well-known passwords does not.
 */
const estimator = new ZxcvbnFactory({
	dictionary: {
		...common,
		commonWords: english["commonWords-en"],
		firstNames: english["firstnames-en"],
		wellKnown: wellKnownPasswords,
	},
	graphs: adjacencyGraphs,
	maxLength: LONGEST,
});

// None where doctor tries whether this loads.
if (parentPort !== null) lowerOwnPriority();
parentPort?.on("message", ({ password, context }: StrengthQuestion) => {
	parentPort?.postMessage(estimator.check(password.slice(0, LONGEST), context).guessesLog10);
});
