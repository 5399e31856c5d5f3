/** The command was written wrongly: exit code 2. */
export class WrongUse extends Error {}
