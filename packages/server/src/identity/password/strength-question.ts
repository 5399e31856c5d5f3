export interface StrengthQuestion {
	password: string;
	/** Words that a guesser would try first for this user. */
	context: string[];
}
