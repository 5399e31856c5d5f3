/** Commands that are typed wrong say in one line what is wrong, and what to type. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";

const wrong: Array<{ words: string; says: RegExp }> = [
	{ words: "nonsense", says: /no command "nonsense"\. There are: serve, doctor, .*, version\./ },
	{ words: "usr list", says: /no command "usr"\. Did you mean user\?/ },
	{ words: "list user", says: /no command "list"\. There are: user list, group list, .*, mail list\./ },
	{ words: "rename ada", says: /no command "rename"\. There are: user rename\./ },
	{ words: "lsit user", says: /no command "lsit"\. Did you mean user\?/ },
	{ words: "--follow event list", says: /The command comes first, its options after it/ },
	{ words: "constructor", says: /no command "constructor"/ },
	{ words: "user", says: /Say which: add, invite, list/ },
	{ words: "user nonsense", says: /no command user "nonsense"\. There are: add, invite, list/ },
	{ words: "user lsit", says: /no command user "lsit"\. Did you mean list\?/ },
	{ words: "user ada show", says: /no command user "ada"\. Did you mean show\?/ },
	{ words: "user add", says: /The NAME is missing: npx sallyport user add NAME\./ },
	{ words: "user add ada unwanted", says: /one argument too many: npx sallyport user add NAME\. See/ },
	{
		words: "user set ada unwanted --display-name Ada",
		says: /too many: .* A value with spaces takes quotes/,
	},
	{ words: "group list unwanted", says: /one argument too many: npx sallyport group list\. See/ },
	{ words: "user add ada --role boss", says: /user or admin/ },
	{ words: "user add ada --role", says: /--role needs a value: --role user\|admin\./ },
	{ words: "user add ada --emial a@example.com", says: /no option --emial\. Did you mean --email\?/ },
	{ words: "key rotate --sign", says: /no option --sign\. Did you mean --signing\?/ },
	{
		words: "key rotate --secret --active x",
		says: /--active is for the rotation of signing or sealing keys/,
	},
	{ words: "event list --user", says: /--user needs a value: --user NAME\. See/ },
	{ words: "event list --event authn_login_fial", says: /such as authn_login_fail\. See/ },
	{ words: "mail list --state lost", says: /--state takes one of waiting, sent, failed\./ },
	{ words: "key list unwanted", says: /one argument too many: npx sallyport key list\. See/ },
	{ words: "user set ada --name Ada", says: /no option --name\. See/ },
	{ words: "user show --user ada", says: /no option --user: npx sallyport user show NAME\./ },
	{ words: "user add ada --service --mail", says: /A service account has no password, no link and no role/ },
	{ words: "user add ada --mail", says: /--mail needs --email ADDRESS/ },
	{ words: "user add ada --verified", says: /--verified needs --email ADDRESS/ },
	{ words: "user add ada --mail --password-stdin", says: /one of: --password-stdin, --mail/ },
	{ words: "user add ada --password=hunter2", says: /never an argument/ },
	{ words: "user list --colour", says: /no option --colour/ },
	{ words: "user set ada", says: /Say what to change/ },
	{ words: "user set ada --attribute department", says: /--attribute is NAME=VALUE/ },
	{ words: "user role ada root", says: /ROLE is user or admin/ },
	{ words: "user role ada", says: /The ROLE is missing/ },
	{ words: "group set staff", says: /Say what to change/ },
	{ words: "group members", says: /The NAME is missing/ },
	{ words: "session end", says: /one of: an ID, --user NAME, --all/ },
	{ words: "session end 1 --all", says: /one of: an ID, --user NAME, --all/ },
	{ words: "session end ada", says: /For all of a user: npx sallyport session end --user NAME\./ },
	{ words: "access-key end ada", says: /For all of a user: npx sallyport access-key end --user NAME\./ },
	{ words: "access-key add ada", says: /npx sallyport access-key add NAME --name TEXT\./ },
	{ words: "access-key list ada --user bob", says: /one of: NAME, --user NAME/ },
	{ words: "setup-link ada --user bob", says: /one of: NAME, --user NAME/ },
	{ words: "event list ada --user bob", says: /one of: NAME, --user NAME/ },
	{ words: "event export ada --user bob", says: /one of: NAME, --user NAME/ },
	{ words: "user list a --search b", says: /one of: PREFIX, --search PREFIX/ },
	{ words: "event list --event nonsense", says: /--event takes a name of docs\/events\.md/ },
	{ words: "event list --event constructor", says: /--event takes a name/ },
	{ words: "event list --limit 0", says: /--limit: must be a whole number/ },
	{ words: "event list --since yesterday", says: /--since: write a number and a unit.*or a time/ },
	{ words: "event list --since 2026-13-01", says: /--since: there is no such time/ },
	{ words: "event list --since 1h --until 2h", says: /--until is before --since/ },
	{ words: "event list --until 1h --follow", says: /one of: --follow, --until TIME/ },
	{ words: "event list --level debug", says: /--level takes one of info, warn, error/ },
	{ words: "event list --address 203.0.113", says: /--address: write an IP address, or its beginning/ },
	{ words: "event list --address %", says: /--address: write an IP address/ },
	{
		words: "event list --session bob",
		says: /--session takes the id of a session, as session list shows it/,
	},
	{ words: "event list --request 42", says: /--request takes the 22 characters of a header X-Request-Id/ },
	{ words: "event list --client %", says: /--client takes the id of an application/ },
	{ words: "session list ada --user bob", says: /one of: NAME, --user NAME/ },
	{ words: "user list --search \u202e", says: /PREFIX is the beginning of a username/ },
	{ words: "key rotate --force=yes", says: /--force takes no value/ },
	{ words: "doctor now", says: /one argument too many/ },
	{ words: "serve --port 1", says: /no option --port/ },
];

const hosted = createHostedRunner({ ...cheap, SALLYPORT_DATABASE_URL: "sqlite:/none/x.db" });

it("answers wrong use with exit code 2 and one line that repeats no word of the arguments", async () => {
	for (const { words, says } of wrong) {
		const { code, out, err } = await hosted(words);
		assert.deepEqual([code, out], [2, ""], words);
		assert.match(err, says, words);
		assert.match(err, /^sallyport[^\n]*--help\.\n$/, words);
		assert.doesNotMatch(err, /unwanted|hunter2/, words);
	}
});

it("answers errors as one JSON document on standard error too", async () => {
	const { code, out, err } = await hosted("user add --json");
	assert.deepEqual([code, out], [2, ""]);
	assert.deepEqual(JSON.parse(err), {
		error: { code: "wrong_use", message: "The NAME is missing: npx sallyport user add NAME." },
	});
});
