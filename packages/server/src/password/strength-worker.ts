/**
 * The program of the thread that estimates how many guesses a password takes. Its dictionaries take some 70 MB and a
 * sixth of a second to load, which is why the thread exists only while somebody chooses a password.
 */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";
import { answerJobs } from "./answer-jobs.ts";
import type { StrengthJobs } from "./strength-jobs.ts";
import { wellKnownPasswords } from "./well-known-passwords.ts";

/**
 * UTF-16 units looked at. The time grows faster than the length, to seconds at the longest password allowed; a password
 * whose first hundred characters take many guesses takes as many as a whole.
 */
const LONGEST = 100;

// Surnames and the encyclopaedia double memory and time, and blocked none of the passwords tried that the rest let pass.
const { "lastnames-en": _surnames, "wikipedia-en": _encyclopaedia, ...englishWords } = english;

const estimator = new ZxcvbnFactory({
	dictionary: { ...common, ...englishWords, "well-known": wellKnownPasswords },
	graphs: adjacencyGraphs,
	maxLength: LONGEST,
});

answerJobs<StrengthJobs>({
	guesses: ({ password, context }) => estimator.check(password.slice(0, LONGEST), context).guessesLog10,
});
