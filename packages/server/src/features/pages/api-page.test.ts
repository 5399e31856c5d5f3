import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loadAssets } from "./assets.ts";

interface Response {
	$ref?: string;
	content: { "application/problem+json": { schema: { properties: { code: { enum: string[] } } } } };
}
interface Contract {
	paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>;
	components: {
		schemas: Record<string, { properties?: object }>;
		responses: Record<string, Response>;
		examples: Record<string, object>;
	};
}

const document = new URL("../../../../../docs/openapi.json", import.meta.url);
const { paths, components } = JSON.parse(readFileSync(document, "utf8")) as Contract;

/** The names of all members in the schemas that a part of the document refers to, and in those that these refer to. */
function membersIn(part: object): string[] {
	const names = [...JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
	const schemas = names.map((name) => components.schemas[String(name)] ?? assert.fail(name));
	return schemas.flatMap((schema) => [...Object.keys(schema.properties ?? {}), ...membersIn(schema)]);
}

/** The codes of an error response; a success has none. */
function codesIn({ $ref }: Response): string[] {
	const response = components.responses[$ref?.split("/").at(-1) ?? ""];
	return response?.content["application/problem+json"].schema.properties.code.enum ?? [];
}

for (const { locale, pages } of loadAssets().languages)
	test(`the API page shows each operation of the contract once, with its members, a command and its errors: ${locale}`, () => {
		const [head = "", ...entries] = pages.docs.content().split('<details class="operation" id="');
		const [everywhere = "", explained = ""] = entries.at(-1)?.split("<h2>").slice(-2) ?? [];
		assert.match(head, /<code>{base_url}<\/code>/);
		for (const [path, item] of Object.entries(paths))
			for (const [method, operation] of Object.entries(item)) {
				const id = operation.operationId;
				const [entry = "", ...more] = entries.filter((each) => each.startsWith(`${id}"`));
				assert.equal(more.length, 0, id);
				assert.ok(
					entry.includes(`${method.toUpperCase()}</span> <code>${path.replaceAll("{", "&#123;")}<`),
					id,
				);
				assert.match(entry, /curl .*'\{base_url\}\//, id);
				assert.ok(!entry.includes("<dt><code>0</code></dt>"), `${id} has an error without a status`);
				for (const member of membersIn(operation))
					assert.match(entry, new RegExp(`<dt><code>\\S*\\b${member}</code>`), `${id} ${member}`);
				for (const code of Object.values(operation.responses).flatMap(codesIn))
					assert.ok(`${entry}${everywhere}`.includes(`<code>${code}</code>`), `${id} ${code}`);
			}
		for (const code of Object.keys(components.examples))
			assert.match(explained, new RegExp(`<code>${code}</code> \\S`));
	});
