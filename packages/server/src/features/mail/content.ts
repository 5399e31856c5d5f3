import { escapeHtml } from "../pages/html.ts";

/** Text, with what is shown as code and never taken for a part of the sentence: names, addresses of networks. */
type Piece = string | { code: string };

/** A paragraph, or an address of this service on a line of its own. */
export type Paragraph = readonly Piece[] | { link: string };

export interface Content {
	subject: string;
	paragraphs: readonly Paragraph[];
}

export const code = (text: string): Piece => ({ code: text });

/** A sentence. */
export function p(strings: TemplateStringsArray, ...values: readonly Piece[]): readonly Piece[] {
	return strings.flatMap((text, index) => [text, values[index] ?? ""]);
}

export function toText({ paragraphs }: Content): string {
	const line = (paragraph: Paragraph) =>
		"link" in paragraph
			? paragraph.link
			: paragraph.map((piece) => (typeof piece === "string" ? piece : `"${piece.code}"`)).join("");
	return `${paragraphs.map(line).join("\n\n")}\n`;
}

/** No image, no style, nothing that is loaded. */
export function toHtml({ subject, paragraphs }: Content, language: string): string {
	const line = (paragraph: Paragraph) => {
		if ("link" in paragraph) {
			const link = escapeHtml(paragraph.link);
			return `<p><a href="${link}">${link}</a></p>`;
		}
		const pieces = paragraph.map((piece) =>
			typeof piece === "string" ? escapeHtml(piece) : `<code>${escapeHtml(piece.code)}</code>`,
		);
		return `<p>${pieces.join("")}</p>`;
	};
	const body = paragraphs.map(line).join("\n");
	return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body>
${body}
</body>
</html>
`;
}
