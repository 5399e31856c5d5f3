import assert from "node:assert/strict";
import { test } from "node:test";
import { fitTerminal } from "./fit-terminal.ts";

const help = `sallyport user add NAME [--role user|admin] [--password-stdin]
sallyport user add NAME --service

Adds a user and prints a one-time setup link, with which the
user sets a password.

  --role ROLE        user (the default) or admin
  --password-stdin   read the password from standard input
                     instead: one line
`;

test("help fits a narrow terminal: words stay whole, and what explains an option stays in its column", () => {
	const narrow = `sallyport user add NAME [--role
    user|admin] [--password-stdin]
sallyport user add NAME --service

Adds a user and prints a one-time setup
link, with which the user sets a
password.

  --role ROLE        user (the default)
                     or admin
  --password-stdin   read the password
                     from standard input
                     instead: one line
`;
	assert.equal(fitTerminal(help, 40), narrow);
});

test("help is not broken where no terminal reads it", () => {
	assert.equal(fitTerminal(help, undefined), help);
});
