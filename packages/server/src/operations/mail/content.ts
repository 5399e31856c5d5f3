import { escapeHtml } from "../../platform/lib/html.ts";

interface Link {
	link: string;
}

/** Text, with what is shown as code and never taken for a part of the sentence: names, addresses of networks. */
type Piece = string | { code: string } | Link;

/** A paragraph, or an address of this service on a line of its own. */
export type Paragraph = readonly Piece[] | Link;

export interface Content {
	subject: string;
	paragraphs: readonly Paragraph[];
}

export const code = (text: string): Piece => ({ code: text });

/** A sentence. */
export function p(strings: TemplateStringsArray, ...values: readonly Piece[]): readonly Piece[] {
	return strings.flatMap((text, index) => [text, values[index] ?? ""]);
}

const piecesOf = (paragraph: Paragraph): readonly Piece[] => ("link" in paragraph ? [paragraph] : paragraph);

export function toText({ paragraphs }: Content): string {
	const plain = (piece: Piece) =>
		typeof piece === "string" ? piece : "link" in piece ? piece.link : `"${piece.code}"`;
	return `${paragraphs.map((paragraph) => piecesOf(paragraph).map(plain).join("")).join("\n\n")}\n`;
}

/** No image, no style, nothing that is loaded. */
export function toHtml({ subject, paragraphs }: Content, language: string): string {
	const marked = (piece: Piece) => {
		if (typeof piece === "string") return escapeHtml(piece);
		if ("code" in piece) return `<code>${escapeHtml(piece.code)}</code>`;
		const link = escapeHtml(piece.link);
		return `<a href="${link}">${link}</a>`;
	};
	const body = paragraphs.map((paragraph) => `<p>${piecesOf(paragraph).map(marked).join("")}</p>`).join("\n");
	return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body>
${body}
</body>
</html>
`;
}
