import { texts } from "../texts.ts";
import type { Member, Operation } from "./openapi.ts";

export function OperationEntry({ operation }: { operation: Operation }) {
	const { method, path, summary, description, parameters, body, answers } = operation;
	return (
		<details class="card operation">
			<summary>
				<h2>
					<span class="tag">{method}</span> <code>{path}</code>
				</h2>
				<span>{summary}</span>
			</summary>
			{description !== "" && <p>{description}</p>}
			<Members heading={texts.docs.parameters} members={parameters} />
			<Members heading={texts.docs.body} members={body} />
			<h3>{texts.docs.answers}</h3>
			<dl class="members">
				{answers.map(({ status, description: what, members }) => (
					<div key={status}>
						<dt>
							<code>{status}</code>
						</dt>
						<dd>
							{what}
							{members.length > 0 && (
								<code class="shape">{`{ ${members.map((each) => each.name).join(", ")} }`}</code>
							)}
						</dd>
					</div>
				))}
			</dl>
		</details>
	);
}

function Members({ heading, members }: { heading: string; members: Member[] }) {
	if (members.length === 0) return null;
	return (
		<>
			<h3>{heading}</h3>
			<dl class="members">
				{members.map(({ name, type, required, description }) => (
					<div key={name}>
						<dt>
							<code>{name}</code>
						</dt>
						<dd>
							<span class="hint">
								{type}
								{required && `, ${texts.docs.required}`}
							</span>{" "}
							{description}
						</dd>
					</div>
				))}
			</dl>
		</>
	);
}
