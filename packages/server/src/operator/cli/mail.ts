import { adviseOnMail } from "../../operations/examination/check-mail.ts";
import { ConfigError } from "../../platform/config/config.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { documentPath } from "../../platform/lib/package-root.ts";
import { parseInteger } from "../../platform/lib/parse-setting.ts";
import { MailRefused } from "../../platform/mail/smtp.ts";
import { deliveryStates } from "../../platform/outbox/delivery-state.ts";
import { count, table } from "./columns.ts";
import { type CommandGroup, defineCommand, readOption, WrongUse } from "./define-command.ts";
import { inWords } from "./in-words.ts";
import { oneUser, userOption } from "./one-user.ts";
import { withDeployment } from "./with-deployment.ts";

const test = defineCommand({
	summary: "Send a test mail, and say what the mail server answers.",
	usage: `sallyport mail test ADDRESS

Connects to the mail server of SALLYPORT_MAIL_URL as the service does, and sends one mail at once. Fails if it is not taken.`,
	takes: ["ADDRESS"],
	overHttp: "Run it on the machine of the service, which has its settings.",
	run: ({ names: [address = ""] }) =>
		withDeployment(async ({ mails, deployment: { config } }) => {
			if (config.mailUrl === null)
				throw new ConfigError([
					`SALLYPORT_MAIL_URL: without it no mail is sent. See ${documentPath("mail.md")}.`,
				]);
			try {
				const sent = await mails.test(address);
				return {
					document: sent,
					text: `The mail server has taken it (${sent.status}). Look into the mailbox.`,
				};
			} catch (error) {
				if (!(error instanceof MailRefused)) throw error;
				throw new Failure("mail_failed", `The mail was not taken: ${error.status}. ${adviseOnMail(error)}`);
			}
		}),
});

const list = defineCommand({
	summary: "List what was sent, waits, or has failed.",
	usage: `sallyport mail list [NAME | --user NAME] [--state STATE] [--limit 50]

Lists mails of the last 7 days and those that wait, the newest first: what they are about, for whom, and what came of the last attempt.
Never their text or their links.

  NAME            mails to one user
  --state STATE   ${deliveryStates.join(", ")}: only those
  --limit 50      how many of the newest`,
	options: { ...userOption, state: { type: "string" }, limit: { type: "string", default: "50" } },
	takes: ["[NAME]"],
	overHttp: true,
	run: ({ reach, options: { user, state: text, limit }, names: [given] }) => {
		const name = oneUser(user, given);
		const state = deliveryStates.find((each) => each === text);
		if (text !== undefined && state === undefined)
			throw new WrongUse(`--state takes one of ${deliveryStates.join(", ")}.`);
		const most = readOption("--limit", () => parseInteger(limit, 1, 10_000));
		return reach(async ({ mails, users }) => {
			const userId = name === undefined ? undefined : (await users.find(name)).id;
			const found = await mails.list(most, { state, userId });
			const shown = {
				ID: "id",
				KIND: "kind",
				USER: "username",
				STATE: "state",
				CREATED: "createdAt",
				"NEXT TRY": "nextAt",
				"LAST ANSWER": "lastStatus",
			} as const;
			const rows = found.map(({ attempts: _, kind, ...each }) => ({ ...each, kind: inWords(kind) }));
			return { document: { mails: found }, text: table(rows, shown, "There are no mails.") };
		});
	},
});

const retry = defineCommand({
	summary: "Send mails again that failed, or a waiting one at once.",
	usage: `sallyport mail retry ID | --all

A running instance sends it within seconds. One whose link works no more, or is for an address of before, is not sent again: give the user a
new link with sallyport user reset NAME --mail.

  ID      one mail that failed or waits, as mail list shows it
  --all   all that have failed`,
	options: { all: { type: "boolean" } },
	takes: ["[ID]"],
	overHttp: true,
	run: ({ reach, options: { all = false }, names: [id] }) => {
		if ((id === undefined) !== all) throw new WrongUse("Write one of: an ID, --all.");
		return reach(async ({ mails }) => {
			const { retried, left } = await mails.retry(id);
			const none = retried === 0 && left === 0;
			const text = none
				? "No mail has failed: none is sent again."
				: `${count(retried, "mail")} waiting again.`;
			return { document: { retried, left }, text: left === 0 ? text : `${text} ${leftOut(left)}` };
		});
	},
});

const leftOut = (left: number): string =>
	`${count(left, "mail")} left out, whose link works no more: give the user a new one with sallyport user reset NAME --mail.`;

export const mail: CommandGroup = { summary: "What the service sends.", commands: { test, list, retry } };
