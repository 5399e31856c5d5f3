import { docsTexts } from "#texts/docs.ts";
import { Copyable } from "../components/copyable.tsx";
import { Words } from "../components/words.tsx";
import { type Caller, curlCall } from "./curl-call.ts";
import { FromDocument } from "./from-document.tsx";
import type { Answer, Operation, Refusals } from "./operations.ts";
import { Members, RefusalTable } from "./tables.tsx";

const words = docsTexts;

interface Props {
	operation: Operation;
	/** Without the shared ones. */
	refusals: Refusals;
	caller: Caller;
}

export function OperationEntry({ operation, refusals, caller }: Props) {
	const { id, method, path, summary, description, needs, parameters, body, answers } = operation;
	return (
		<details class="operation" id={id} open={location.hash === `#${id}`}>
			<summary>
				<h3>
					<span class={`tag ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
				</h3>
				<span lang="en">{summary}</span>
			</summary>
			{description !== "" && (
				<p>
					<FromDocument text={description} />
				</p>
			)}
			<p class="hint">
				<Words text={words.needs[needs]} />
			</p>
			{parameters.length > 0 && <h4>{words.parameters}</h4>}
			<Members members={parameters} />
			{body.length > 0 && <h4>{words.body}</h4>}
			<Members members={body} />
			<h4>{words.example}</h4>
			<Copyable text={curlCall(operation, caller)} what={words.command(summary)} />
			<h4>{words.answers}</h4>
			{answers.map((answer) => (
				<AnswerEntry key={answer.description} answer={answer} />
			))}
			{Object.keys(refusals).length > 0 && <h4>{words.refusals}</h4>}
			<RefusalTable refusals={refusals} />
		</details>
	);
}

function AnswerEntry({ answer: { status, description, members, example } }: { answer: Answer }) {
	return (
		<>
			<p>
				<span class="tag here">{status}</span> <FromDocument text={description} />
			</p>
			{example !== undefined && (
				<pre class="sample">
					<code>{JSON.stringify(example, null, 2)}</code>
				</pre>
			)}
			<Members members={members} />
		</>
	);
}
