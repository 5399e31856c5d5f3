import { Words } from "../components/words.tsx";

/** A text of the OpenAPI document, which is English in every language of the pages. */
export function FromDocument({ text }: { text: string }) {
	return (
		<span lang="en" dir="ltr">
			<Words text={text} />
		</span>
	);
}
