import { useEffect, useState } from "preact/hooks";
import { explain } from "../explain.ts";
import type { Page } from "../page.ts";
import { texts } from "../texts.ts";
import { type OpenApi, operationsOf } from "./openapi.ts";
import { OperationEntry } from "./operation-entry.tsx";

export function DocsPage({ page }: { page: Page }) {
	const [document, setDocument] = useState<OpenApi>();
	const [failure, setFailure] = useState("");
	useEffect(() => {
		page.api.get<OpenApi>("/openapi.json").then(setDocument, (error) => setFailure(explain(error)));
	}, []);

	return (
		<>
			<h1>{texts.docs.heading}</h1>
			<div class="alert" role="alert">
				{failure}
			</div>
			{document !== undefined && (
				<>
					<p class="intro">
						{texts.docs.intro(document.info.version)} <code>{page.baseUrl}</code>.{" "}
						<a href={`${page.base}/openapi.json`}>{texts.docs.file}</a>
					</p>
					{operationsOf(document).map((each) => (
						<OperationEntry key={each.method + each.path} operation={each} />
					))}
				</>
			)}
		</>
	);
}
