import { type Content, code, type Paragraph } from "./content.ts";
import type { FactorChange, Operator, Payloads, ServiceKeyChange } from "./payloads.ts";
import { de } from "./texts-de.ts";
import { en, type Named, type Words } from "./texts-en.ts";
import { when as timeIn } from "./when.ts";

/** A user, and the link for this user. */
export interface LinkFor {
	username: string;
	address: string;
	expiresAt: number;
}

/** Of a notice: who it is about, when it was, and where the request came from. */
interface Happened extends Named {
	at: number;
	/** IP address; null: not known, or an operator. */
	from: string | null;
	/** A page of this service: where to set a new password, or to log in. */
	page: string;
}

interface ByOperator extends Happened {
	/** undefined: not known. */
	by?: Operator;
}

type Subject = (service: string) => string;

interface Said {
	subject: Subject;
	what: string;
	/** Followed by a page. */
	next?: string;
}

function noticeIn(
	words: Words,
	given: Happened,
	{ subject, what, next = words.setPassword }: Said,
	details: ReadonlyArray<string | Paragraph> = [],
): Content {
	const where = given.from === null ? [] : words.from(given.from);
	return {
		subject: subject(given.service),
		paragraphs: [
			...[what, ...details].map((text) => (typeof text === "string" ? [text] : text)),
			[...words.about(given, timeIn(given.at, words.locale)), ...where, "."],
			[next],
			{ link: given.page },
		],
	};
}

/** What an operator has done, and which one. */
function mailsToAdmins(words: Words) {
	function toAdmins(
		{ service, at, by, from, page }: ByOperator,
		said: { subject: Subject; what(service: string, at: string): string; next: string },
		details: readonly Paragraph[] = [],
	): Content {
		const where = from === null ? [] : words.from(from);
		const who = by === undefined ? [] : [[...words.by[by.kind](by.name), ...where, "."]];
		const paragraphs = [
			[said.what(service, timeIn(at, words.locale))],
			...details,
			...who,
			[said.next],
			{ link: page },
		];
		return { subject: said.subject(service), paragraphs };
	}

	return {
		/** `names`: of the users who became admins. */
		admin_added: ({ names, ...given }: ByOperator & { names: readonly string[] }) =>
			toAdmins(
				given,
				words.admin_added,
				names.map((name) => [code(name)]),
			),
		admin_alarm: (given: ByOperator) => toAdmins(given, words.admin_alarm),
		keys_changed: ({ changes, ...given }: ByOperator & { changes: readonly ServiceKeyChange[] }) =>
			toAdmins(
				given,
				words.keys_changed,
				changes.map((change) => [words.key_changes[change]]),
			),
	};
}

/** Every mail in one language: short, plain, and kind. */
function mailsIn(words: Words) {
	const when = (time: number) => timeIn(time, words.locale);

	const withLink =
		(texts: { subject: Subject; ask(named: Named): Paragraph; ifNotYou?: string }) =>
		({ service, link: { username, address, expiresAt } }: { service: string; link: LinkFor }): Content => ({
			subject: texts.subject(service),
			paragraphs: [
				texts.ask({ service, username }),
				{ link: address },
				[words.linkLasts(when(expiresAt))],
				...(texts.ifNotYou === undefined ? [] : [[texts.ifNotYou]]),
			],
		});

	const notice = (given: Happened, said: Said, details?: ReadonlyArray<string | Paragraph>) =>
		noticeIn(words, given, said, details);

	return {
		help: words.help,
		/** One user or several with the same address. */
		recovery({ service, links }: { service: string; links: readonly LinkFor[] }): Content {
			const { subject, ask, askSeveral, lasts, ifNotYou } = words.recovery;
			const isOne = links.length === 1;
			const { username = "", expiresAt = 0 } = links[0] ?? {};
			return {
				subject: subject(service),
				paragraphs: [
					isOne ? ask({ service, username }) : askSeveral(service),
					...links.flatMap((link): Paragraph[] => [
						...(isOne ? [] : [words.linkFor(link.username)]),
						{ link: link.address },
					]),
					[lasts(when(expiresAt), isOne)],
					[ifNotYou],
				],
			};
		},
		invitation: withLink(words.invitation),
		password_link: withLink(words.password_link),
		email_confirmation: withLink(words.email_confirmation),
		password_changed: (given: Happened) => notice(given, words.password_changed),
		factors_changed: (given: Happened & { changes: readonly FactorChange[] }) =>
			notice(
				given,
				words.factors_changed,
				given.changes.map((change) => words.changes[change]),
			),
		/** `isOld`: to the address before. */
		email_changed: (given: Happened & { isOld: boolean }) =>
			notice(given, given.isOld ? words.email_left : words.email_changed),
		new_device: (given: Happened) => notice(given, words.new_device),
		data_exported: (given: Happened & { byOperator?: true }) =>
			notice(given, given.byOperator ? words.data_given : words.data_exported),
		/** `step`: what is closed. At the second one, an attacker knows the password. */
		account_closed: (given: Happened & { step: "password" | "second" }) =>
			notice({ ...given, from: null }, words.account_closed[given.step]),
		password_reset: (given: Happened & { factors: boolean }) =>
			notice({ ...given, from: null }, words.password_reset(given.factors)),
		access_key({
			what,
			hint,
			name,
			administers,
			...given
		}: Happened & Omit<Payloads["access_key"], "at" | "from">): Content {
			const { key, ofService } = words.access_key;
			const details = [
				key(hint),
				...(name === null ? [] : [ofService(name)]),
				...(administers ? [words.access_key.administers] : []),
			];
			return notice(given, words.access_key[what], details);
		},
		...mailsToAdmins(words),
		test: ({ service }: { service: string }): Content => ({
			subject: words.test.subject(service),
			paragraphs: [[words.test.what(service)]],
		}),
	};
}

export type MailTexts = ReturnType<typeof mailsIn>;

const locales = { en: mailsIn(en), de: mailsIn(de) };

type Language = keyof typeof locales;

/** The first of the language tags that there are texts for. */
export function languageOf(...tags: ReadonlyArray<string | null>): Language {
	for (const tag of tags) {
		const language = tag?.toLowerCase().split("-", 1)[0] ?? "";
		if (Object.hasOwn(locales, language)) return language as Language;
	}
	return "en";
}

export const textsIn = (language: Language): MailTexts => locales[language];
