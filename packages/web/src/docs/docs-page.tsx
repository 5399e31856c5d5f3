import { type ComponentChildren, Fragment } from "preact";
import { docsTexts as words } from "#texts/docs.ts";
import { Copyable } from "../components/copyable.tsx";
import { Words } from "../components/words.tsx";
import { asciiJson, quoted } from "../curl-command.ts";
import {
	allCodes,
	codesOf,
	commonCodes,
	contract,
	exampleOf,
	type Operation,
	operations,
	resolved,
	shapesOf,
} from "./contract.ts";
import { exampleValue, type Member, membersOf, typeOf } from "./schema.ts";

/** The whole page, printed at build; the server fills in `{base_url}`, `{base}` and `{csrf}`. */
export function DocsPage() {
	const { info, tags, components } = contract;
	return (
		<>
			<h1>{words.heading}</h1>
			<div class="intro">
				<p>
					{words.intro(info.version)} <code>{"{base_url}"}</code>.
				</p>
				<p>
					<English text={info.description} />
				</p>
				<a href="{base}/openapi.json">{words.file}</a>
			</div>
			{tags.map(({ name, description }) => (
				<section key={name} class="card" aria-label={name}>
					<h2 lang="en">{name}</h2>
					<p>
						<English text={description} />
					</p>
					<div class="operations">
						{operations
							.filter((each) => each.tags[0] === name)
							.map((each) => (
								<OperationEntry key={each.operationId} {...each} />
							))}
					</div>
				</section>
			))}
			<section class="card" aria-label={words.everywhere}>
				<h2>{words.everywhere}</h2>
				<p>{words.everywhereIntro}</p>
				<Refusals codes={commonCodes} />
			</section>
			<section class="card" aria-label={words.allCodes}>
				<h2>{words.allCodes}</h2>
				<p>
					<Words text={words.allCodesIntro} />
				</p>
				<Sample value={exampleOf("invalid_credentials")} />
				<Members members={membersOf(components.schemas.Problem)} />
				<Refusals codes={allCodes} meant />
			</section>
		</>
	);
}

function OperationEntry(operation: Operation) {
	const { operationId, method, path, summary, description, security, parameters = [] } = operation;
	const needs = security.some((each) => "csrf" in each) ? "credentialAndCsrf" : "credential";
	const bodies = shapesOf(operation.requestBody).map((shape) => membersOf(shape));
	const codes = codesOf(operation).filter((code) => !commonCodes.includes(code));
	return (
		<details class="operation" id={operationId}>
			<summary>
				<h3>
					<span class={`tag ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
				</h3>
				<span lang="en">{summary}</span>
			</summary>
			{description !== undefined && (
				<p>
					<English text={description} />
				</p>
			)}
			<p class="hint">
				<Words text={words.needs[security.length === 0 ? "nothing" : needs]} />
			</p>
			{parameters.length > 0 && <h4>{words.parameters}</h4>}
			<Members
				members={parameters.map((each) => ({ ...each, type: `${typeOf(each.schema)} (${each.in})` }))}
			/>
			{bodies.flat().length > 0 && <h4>{words.body}</h4>}
			{bodies.map((members, index) => (
				<Members key={index} members={members} />
			))}
			<h4>{words.example}</h4>
			<div data-what={words.command(summary)}>
				<Copyable text={curlCall(operation)} what={words.command(summary)} />
			</div>
			<h4>{words.answers}</h4>
			<Answers responses={operation.responses} />
			{codes.length > 0 && <h4>{words.refusals}</h4>}
			<Refusals codes={codes} />
		</details>
	);
}

/** A command for a POSIX shell; values that the reader fills in are in capitals. */
function curlCall({ method, path, security, parameters = [], requestBody }: Operation): string {
	const [body] = shapesOf(requestBody);
	const address = path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
	return [
		`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(`{base_url}${address}`)}`,
		...(security.length === 0 ? [] : ["-H 'Authorization: Bearer ACCESS_TOKEN'"]),
		...(parameters.some(({ name }) => name === "csrf") ? ["-H 'csrf: {csrf}'"] : []),
		...(body === undefined
			? []
			: ["-H 'Content-Type: application/json'", `-d ${quoted(asciiJson(exampleValue(body) as object))}`]),
	].join(" \\\n  ");
}

/** A response with alternatives is shown once for each. */
function Answers({ responses }: Pick<Operation, "responses">) {
	const successes = Object.entries(responses).filter(([, { $ref }]) => $ref === undefined);
	return successes.map(([status, response]) => {
		const shapes = shapesOf(response);
		return [shapes[0], ...shapes.slice(1)].map((shape, index) => (
			<Fragment key={status + index}>
				<p>
					<span class="tag here">{status}</span>{" "}
					<English text={(shapes[1] && shape && resolved(shape).description) ?? response.description} />
				</p>
				{shape !== undefined && <Sample value={exampleValue(shape)} />}
				<Members members={membersOf(shape)} />
			</Fragment>
		));
	});
}

function Sample({ value }: { value: unknown }) {
	return (
		<pre class="sample">
			<code>{JSON.stringify(value, null, 2)}</code>
		</pre>
	);
}

function Members({ members }: { members: readonly Member[] }) {
	const rows = members.map(
		({ name, type, required, description }): Row => [
			name,
			<>
				<span class="type">{required ? `${type}, ${words.required}` : type}</span>
				<English text={description} />
			</>,
		],
	);
	return <Table rows={rows} />;
}

/** Error codes by status; `meant`: with the message of each. */
function Refusals({ codes, meant = false }: { codes: readonly string[]; meant?: boolean }) {
	const byStatus = [...Map.groupBy(codes, (code) => exampleOf(code).status)].sort(
		([one], [other]) => one - other,
	);
	const rows = byStatus.map(
		([status, group]): Row => [
			String(status),
			group.map((code) => (
				<span key={code}>
					<code>{code}</code>
					{meant && ` ${exampleOf(code).message}`}
				</span>
			)),
		],
	);
	return <Table rows={rows} look={`members refusals${meant ? " meant" : ""}`} lang="en" />;
}

type Row = [term: string, description: ComponentChildren];

function Table({ rows, look = "members", lang }: { rows: readonly Row[]; look?: string; lang?: string }) {
	if (rows.length === 0) return null;
	return (
		<dl class={look} lang={lang}>
			{rows.map(([term, description]) => (
				<div key={term}>
					<dt>
						<code>{term}</code>
					</dt>
					<dd>{description}</dd>
				</div>
			))}
		</dl>
	);
}

/** A text of the contract, which is English in every language of the pages. */
function English({ text = "" }: { text?: string | undefined }) {
	return (
		<span lang="en">
			<Words text={text} />
		</span>
	);
}
