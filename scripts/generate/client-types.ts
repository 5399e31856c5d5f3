import type { Content, Parameter, Schema } from "../check/contract/document.ts";

/** The parts of the contract that are printed. */
interface ContractDocument {
	paths: Record<string, Record<string, PrintedOperation>>;
	components: { schemas: Record<string, Schema> };
}

interface PrintedOperation {
	summary: string;
	parameters?: Array<Parameter & { description?: string }>;
	requestBody?: { content: Content };
	responses: Record<string, { content?: Content }>;
}

/** packages/client/src/contract.generated.ts: what a client sends and gets, as types only. */
export function clientTypes(contract: object): string {
	const { paths, components } = contract as ContractDocument;
	const operationsBelow = (prefix: string) =>
		Object.entries(paths)
			.filter(([path]) => path.startsWith(prefix))
			.flatMap(([path, methods]) => Object.entries(methods).map((each) => readOperation(path, ...each)));
	// What is read without an answer is not for a client: gateways and verifiers ask it.
	const own = operationsBelow("/api/auth/").filter(
		({ name, answer }) => answer !== undefined || !name.startsWith("GET "),
	);
	const administration = operationsBelow(`${ADMINISTRATION}/`);
	const schemas = withErrorCode(components.schemas);
	const used = namesIn(["#/components/schemas/Problem", ...own, ...administration], schemas);

	return [
		"/** Generated from the contract (docs/openapi.json) by npm run generate. */",
		"",
		...[...used].toSorted().flatMap((name) => [...printType(name, schemas[name] ?? {}), ""]),
		"/** What each operation takes and answers. */",
		"export interface Operations {",
		...own.flatMap(printOperation),
		"}",
		"",
		`/** What each operation below ${ADMINISTRATION} takes and answers. */`,
		"export interface AdminOperations {",
		...administration.flatMap(({ name, ...rest }) =>
			printOperation({ name: name.replace(ADMINISTRATION, ""), ...rest }),
		),
		"}",
		"",
	].join("\n");
}

const ADMINISTRATION = "/api/admin";

type ReadOperation = ReturnType<typeof readOperation>;

function printOperation({ name, summary, body, answer, query }: ReadOperation): string[] {
	const typed = (schema: Schema | undefined) => (schema ? typeOf(schema, "\t") : "undefined");
	const asked = query ? `; query: ${typed(query)}` : "";
	return [
		...comment(`${summary}.`, "\t"),
		`\t"${name}": { body: ${typed(body)}; answer: ${typed(answer)}${asked} };`,
	];
}

function readOperation(path: string, method: string, operation: PrintedOperation) {
	const { summary, parameters = [], requestBody, responses } = operation;
	const answer = (responses["200"] ?? responses["201"] ?? responses["202"])?.content?.["application/json"]
		?.schema;
	const body = requestBody?.content["application/json"]?.schema;
	const asked = parameters.filter((each) => each.in === "query");
	const properties = Object.fromEntries(
		asked.map(({ name, description, schema }) => [name, { ...schema, description }]),
	);
	const query: Schema | undefined = asked.length === 0 ? undefined : { type: "object", properties };
	return { name: `${method.toUpperCase()} ${path}`, summary, body, answer, query };
}

/** The codes get a name of their own: programs decide by them. */
function withErrorCode(schemas: Record<string, Schema>): Record<string, Schema> {
	const { properties, ...problem } = schemas.Problem ?? {};
	const code = { $ref: "#/components/schemas/ErrorCode", description: properties?.code?.description };
	return {
		...schemas,
		ErrorCode: properties?.code ?? {},
		Problem: { ...problem, properties: { ...properties, code } },
	};
}

/** Of the schemas that are referred to, directly or by another one. */
function namesIn(value: unknown, schemas: Record<string, Schema>, found = new Set<string>()): Set<string> {
	for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
		if (found.has(name)) continue;
		found.add(name);
		namesIn(schemas[name] ?? {}, schemas, found);
	}
	return found;
}

function printType(name: string, schema: Schema): string[] {
	const head = comment(schema.description);
	if (schema.properties !== undefined) return [...head, `export interface ${name} ${typeOf(schema)}`];
	return [...head, `export type ${name} =\n\t| ${typeOf(schema).replaceAll(" | ", "\n\t| ")};`];
}

function typeOf(schema: Schema, indent = ""): string {
	if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
	if (schema.anyOf !== undefined) return schema.anyOf.map((each) => typeOf(each, indent)).join(" | ");
	const values = "const" in schema ? [schema.const] : schema.enum;
	if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
	const types = [schema.type ?? "unknown"].flat();
	return types.map((type) => typeNamed(type, schema, indent)).join(" | ");
}

function typeNamed(type: string, schema: Schema, indent: string): string {
	const { items = {}, properties, required = [], additionalProperties } = schema;
	if (type === "integer") return "number";
	if (type === "array") return `Array<${typeOf(items, indent)}>`;
	if (type !== "object") return type;
	const others = typeof additionalProperties === "object" ? typeOf(additionalProperties, indent) : "unknown";
	if (properties === undefined) return `Record<string, ${others}>`;
	const members = Object.entries(properties).flatMap(([name, member]) => [
		...comment(member.description, `${indent}\t`),
		`${indent}\t${name}${required.includes(name) ? "" : "?"}: ${typeOf(member, `${indent}\t`)};`,
	]);
	if (additionalProperties === true) members.push(`${indent}\t[name: string]: unknown;`);
	return ["{", ...members, `${indent}}`].join("\n");
}

function comment(text: unknown, indent = ""): string[] {
	return typeof text !== "string" ? [] : [`${indent}/** ${text.replaceAll("*/", "* /")} */`];
}
