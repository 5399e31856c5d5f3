import type { Answer, Contract, Schema } from "./document.ts";
import { type ContractChange, login, schemaOf, sessions, success } from "./example-contract.ts";

const answerOf = (contract: Contract) => schemaOf(contract, "Answer").properties;
const choice = (contract: Contract) =>
	success(sessions(contract)).content?.["application/json"]?.schema?.anyOf as Schema[];
const codes = (contract: Contract) => {
	const bad = contract.components?.responses?.bad as Answer;
	return bad.content?.["application/problem+json"]?.schema?.properties?.code?.enum as string[];
};

export const answerChanges: ContractChange[] = [
	{
		name: "a status is removed",
		change: (contract) => delete login(contract).responses[400],
		narrows: "POST /login: 400: this status is gone",
		back: null,
	},
	{
		name: "an error code is removed",
		change: (contract) => codes(contract).pop(),
		narrows: 'POST /login: 400 /code: "unknown_field" is gone',
		back: null,
	},
	{
		name: "an answer header is removed",
		change: (contract) => delete success(login(contract)).headers?.["X-Request-Id"],
		narrows: "POST /login: 200 header X-Request-Id: is gone",
		back: null,
	},
	{
		name: "an answer header may be missing",
		change: (contract) =>
			Object.assign(contract.components?.headers?.["X-Request-Id"] ?? {}, { required: false }),
		narrows: "POST /login: 200 header X-Request-Id: may be missing now",
		back: null,
	},
	{
		name: "a media type is removed",
		change: (contract) => {
			success(login(contract)).content = {};
		},
		narrows: "POST /login: 200 application/json: is gone",
		back: null,
	},
	{
		name: "an answer gains a member",
		change: (contract) => {
			answerOf(contract).roles = { type: "array", items: { type: "string" } };
			schemaOf(contract, "Answer").required.push("roles");
		},
		narrows: null,
		back: "POST /login: 200 /roles: this member is gone",
	},
	{
		name: "an answer loses an optional member",
		change: (contract) => delete answerOf(contract).csrf,
		narrows: "POST /login: 200 /csrf: this member is gone",
		back: null,
	},
	{
		name: "a member may be missing",
		change: (contract) => schemaOf(contract, "Answer").required.pop(),
		narrows: "POST /login: 200 /kind: may be missing now",
		back: null,
	},
	{
		name: "a member gets another type",
		change: (contract) => Object.assign(answerOf(contract).id ?? {}, { type: "integer" }),
		narrows: "POST /login: 200 /id: was string, is integer",
		back: "POST /login: 200 /id: was integer, is string",
	},
	{
		name: "a member may be null",
		change: (contract) => Object.assign(answerOf(contract).id ?? {}, { type: ["string", "null"] }),
		narrows: "POST /login: 200 /id: was string, is string or null",
		back: null,
	},
	{
		name: "a member gets another format",
		change: (contract) => delete answerOf(contract).id?.format,
		narrows: 'POST /login: 200 /id: format was "uuid", is not there',
		back: null,
	},
	{
		name: "a member may be longer",
		change: (contract) => Object.assign(answerOf(contract).csrf ?? {}, { maxLength: 1024 }),
		narrows: "POST /login: 200 /csrf: maxLength was 512, is 1024",
		back: null,
	},
	{
		name: "a member may have a value that was never there",
		change: (contract) => answerOf(contract).kind?.enum?.push("device"),
		narrows: 'POST /login: 200 /kind: "device" is new to clients',
		back: null,
	},
	{
		name: "a member may have any value",
		change: (contract) => delete answerOf(contract).kind?.enum,
		narrows: 'POST /login: 200 /kind: was one of "token", "cookie", may be anything now',
		back: null,
	},
	{
		name: "members without a name get another type",
		change: (contract) =>
			Object.assign(answerOf(contract).keys ?? {}, { additionalProperties: { type: "integer" } }),
		narrows: "POST /login: 200 /keys/*: was string, is integer",
		back: "POST /login: 200 /keys/*: was integer, is string",
	},
	{
		name: "an alternative comes",
		change: (contract) => choice(contract).push({ title: "Stream", type: "string" }),
		narrows: "GET /sessions: 200 alternative Stream is new to clients",
		back: "GET /sessions: 200 alternative Stream is gone",
	},
	{
		name: "a named alternative loses a member",
		change: (contract) => delete schemaOf(contract, "Page").properties.next,
		narrows: "GET /sessions: 200 /next: this member is gone",
		back: null,
	},
	{
		name: "a reference is written out",
		change: (contract) => choice(contract).splice(0, 1, schemaOf(contract, "Page")),
		narrows: null,
		back: null,
	},
	{
		name: "alternatives change places",
		change: (contract) => choice(contract).reverse(),
		narrows: null,
		back: null,
	},
	{
		name: "a description is written",
		change: (contract) => Object.assign(answerOf(contract).id ?? {}, { description: "The user." }),
		narrows: null,
		back: null,
	},
];
