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

test("help is not broken where no terminal reads it, or one that does not know its width", () => {
	assert.equal(fitTerminal(help, undefined), help);
	assert.equal(fitTerminal(help, 0), help);
});

test("help comes to its end, with every word, in a terminal of any width", () => {
	const words = help.split(/\s+/);
	for (let columns = 1; columns <= 120; columns++)
		assert.deepEqual(fitTerminal(help, columns).split(/\s+/), words, String(columns));
});
