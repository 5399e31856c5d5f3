/** A sentence of texts.ts; text between backticks is shown as code. */
export function Words({ text }: { text: string }) {
	return (
		<>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
	);
}
