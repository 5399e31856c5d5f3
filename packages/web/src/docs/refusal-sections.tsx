import { docsTexts } from "#texts/docs.ts";
import { Words } from "../components/words.tsx";
import { membersOf } from "./members.ts";
import type { OpenApi } from "./openapi.ts";
import type { Refusals } from "./operations.ts";
import { type Meanings, Members, RefusalTable } from "./tables.tsx";

const words = docsTexts;

/** The examples of the document are error responses, by code. */
interface RefusalExample {
	status: number;
	code: string;
	message: string;
}

/** The errors that any operation may return, their format, and the message of each code. */
export function RefusalSections({ document, common }: { document: OpenApi; common: Refusals }) {
	const examples = Object.values(document.components?.examples ?? {}).map(
		({ value }) => value as RefusalExample,
	);
	const meanings: Meanings = Object.fromEntries(examples.map(({ code, message }) => [code, message]));
	const byStatus = Map.groupBy(examples, ({ status }) => String(status));
	const all: Refusals = Object.fromEntries(
		[...byStatus].map(([status, group]) => [status, group.map(({ code }) => code)]),
	);
	return (
		<>
			<section class="card" aria-label={words.everywhere}>
				<h2>{words.everywhere}</h2>
				<p>{words.everywhereIntro}</p>
				<RefusalTable refusals={common} />
			</section>
			<section class="card" aria-label={words.allCodes}>
				<h2>{words.allCodes}</h2>
				<p>
					<Words text={words.allCodesIntro} />
				</p>
				<pre class="sample">
					<code>{JSON.stringify(examples.find(({ status }) => status === 401) ?? {}, null, 2)}</code>
				</pre>
				<Members members={membersOf(document, document.components?.schemas?.Problem)} />
				<RefusalTable refusals={all} meanings={meanings} />
			</section>
		</>
	);
}
