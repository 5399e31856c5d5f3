import type { Mailbox } from "../config/mail-settings.ts";

/** A mail goes to one address. */
export interface Mail {
	/** The same for each attempt: most servers then show one that arrived twice only once. */
	id: string;
	to: string;
	subject: string;
	text: string;
	html: string;
	/** A language tag. */
	language: string;
	/** Milliseconds. */
	date: number;
}

/** Loads the library with the first mail. */
export const loadMailComposer = () => import("nodemailer/lib/mail-composer");

/** As it travels (RFC 5322, MIME). Addresses are objects: none is parsed, and none can become two. */
export async function composeMail(
	{ id, to, subject, text, html, language, date }: Mail,
	from: Mailbox,
): Promise<Buffer> {
	const { default: MailComposer } = await loadMailComposer();
	const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
	return new MailComposer({
		from,
		to: { name: "", address: to },
		subject,
		text,
		html,
		date: new Date(date),
		messageId: `<${id}@${domain}>`,
		headers: {
			// No answer by machines, and none to them (RFC 3834).
			"Auto-Submitted": "auto-generated",
			"Content-Language": language,
		},
		disableFileAccess: true,
		disableUrlAccess: true,
	})
		.compile()
		.build();
}
