import { useEffect, useState } from "preact/hooks";
import { docsTexts } from "#texts/docs.ts";
import { explain } from "../explain.ts";
import type { Page } from "../page.ts";
import type { Caller } from "./curl-call.ts";
import { FromDocument } from "./from-document.tsx";
import type { OpenApi } from "./openapi.ts";
import { OperationEntry } from "./operation-entry.tsx";
import { commonRefusals, groupsOf, refusalsBeside } from "./operations.ts";
import { RefusalSections } from "./refusal-sections.tsx";

const words = docsTexts;

export function DocsPage({ page }: { page: Page }) {
	const [document, setDocument] = useState<OpenApi>();
	const [failure, setFailure] = useState("");
	useEffect(() => {
		const contract = page.connection.send("GET /openapi.json") as Promise<OpenApi>;
		contract.then(setDocument, (error) => setFailure(explain(error)));
	}, []);
	useEffect(() => {
		// The browser scrolled to the fragment before it was rendered.
		if (document !== undefined) globalThis.document.getElementById(location.hash.slice(1))?.scrollIntoView();
	}, [document]);

	return (
		<>
			<h1>{words.heading}</h1>
			<div class="alert" role="alert">
				{failure}
			</div>
			{document !== undefined && <Contents document={document} page={page} />}
		</>
	);
}

function Contents({ document, page }: { document: OpenApi; page: Page }) {
	const groups = groupsOf(document);
	const common = commonRefusals(groups.flatMap(({ operations }) => operations));
	const isLoggedIn = page.username !== "";
	const caller: Caller = {
		baseUrl: page.baseUrl,
		csrf: isLoggedIn ? (page.connection.credential.csrf ?? null) : null,
	};
	return (
		<>
			<div class="intro">
				<p>
					{words.intro(document.info.version)} <code>{page.baseUrl}</code>.
				</p>
				<p>
					<FromDocument text={document.info.description ?? ""} />
				</p>
				<a href={`${page.base}/openapi.json`}>{words.file}</a>
			</div>
			{groups.map(({ name, description, operations }) => (
				<section key={name} class="card" aria-label={name}>
					<h2 lang="en">{name}</h2>
					<p>
						<FromDocument text={description} />
					</p>
					<div class="operations">
						{operations.map((each) => (
							<OperationEntry
								key={each.id}
								operation={each}
								refusals={refusalsBeside(each.refusals, common)}
								caller={caller}
							/>
						))}
					</div>
				</section>
			))}
			<RefusalSections document={document} common={common} />
		</>
	);
}
