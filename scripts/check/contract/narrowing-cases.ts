import type { Answer, Contract, Operation, Schema } from "./document.ts";
import { schemaOf } from "./example-contract.ts";

export interface ContractChange {
	name: string;
	change(contract: Contract): void;
	/** What is found; null: harmless. */
	narrows: string | null;
	/** What is found when the change is taken back. */
	back: string | null;
}

const login = (contract: Contract) => contract.paths["/login"]?.post as Operation;
const sessions = (contract: Contract) => contract.paths["/sessions"]?.get as Operation;
const requestOf = (contract: Contract) => schemaOf(contract, "Request").properties;
const answerOf = (contract: Contract) => schemaOf(contract, "Answer").properties;
const responses = (contract: Contract) => contract.components?.responses as Record<string, Answer>;
const choice = (contract: Contract) =>
	(sessions(contract).responses[200] as Answer).content?.["application/json"]?.schema?.anyOf as Schema[];
const codes = (contract: Contract) =>
	responses(contract).bad?.content?.["application/problem+json"]?.schema?.properties?.code?.enum as string[];

const ofOperations: ContractChange[] = [
	{
		name: "a path is removed",
		change: ({ paths }) => delete paths["/health"],
		narrows: "GET /health: this operation is gone",
		back: null,
	},
	{
		name: "a method is removed",
		change: ({ paths }) => delete paths["/sessions"]?.delete,
		narrows: "DELETE /sessions: this operation is gone",
		back: null,
	},
	{
		name: "an operation is renamed",
		change: (contract) => {
			login(contract).operationId = "signIn";
		},
		narrows: "POST /login: operationId was logIn, is signIn",
		back: "POST /login: operationId was signIn, is logIn",
	},
	{
		name: "a header becomes required",
		change: (contract) => login(contract).parameters?.push({ name: "Device", in: "header", required: true }),
		narrows: "POST /login: header device: is required now",
		back: null,
	},
	{
		name: "a header is offered",
		change: (contract) => login(contract).parameters?.push({ name: "Device", in: "header" }),
		narrows: null,
		back: null,
	},
	{
		name: "a query parameter is removed",
		change: (contract) => login(contract).parameters?.pop(),
		narrows: "POST /login: query lang: is gone",
		back: null,
	},
	{
		name: "a header must be shorter",
		change: (contract) => {
			const [csrf] = login(contract).parameters ?? [];
			if (csrf) csrf.schema = { type: "string", maxLength: 100 };
		},
		narrows: "POST /login: header csrf maxLength was 512, is 100",
		back: null,
	},
	{
		name: "a credential is asked for",
		change: (contract) => {
			login(contract).security = [{ bearer: [] }];
		},
		narrows: "POST /login: no credential is not enough any more",
		back: null,
	},
	{
		name: "a way in is closed",
		change: (contract) => sessions(contract).security?.pop(),
		narrows: "GET /sessions: cookie with csrf is not enough any more",
		back: null,
	},
	{
		name: "one more thing is asked for beside a credential",
		change: (contract) => {
			sessions(contract).security = [
				{ bearer: [], csrf: [] },
				{ cookie: [], csrf: [] },
			];
		},
		narrows: "GET /sessions: bearer is not enough any more",
		back: null,
	},
	{
		name: "a cookie gets another name",
		change: (contract) => {
			Object.assign(contract.components?.securitySchemes?.cookie ?? {}, { name: "session" });
		},
		narrows: "credential cookie: travels differently now",
		back: "credential cookie: travels differently now",
	},
];

const ofRequests: ContractChange[] = [
	{
		name: "a request member is removed",
		change: (contract) => delete requestOf(contract).mode,
		narrows: "POST /login: body /mode: this member is gone",
		back: null,
	},
	{
		name: "a request member becomes required",
		change: (contract) => schemaOf(contract, "Request").required.push("mode"),
		narrows: "POST /login: body /mode: is required now",
		back: null,
	},
	{
		name: "a new request member is required",
		change: (contract) => {
			requestOf(contract).otp = { type: "string" };
			schemaOf(contract, "Request").required.push("otp");
		},
		narrows: "POST /login: body /otp: is required now",
		back: "POST /login: body /otp: this member is gone",
	},
	{
		name: "a request member may be null",
		change: (contract) => Object.assign(requestOf(contract).username ?? {}, { type: ["string", "null"] }),
		narrows: null,
		back: "POST /login: body /username: was string or null, is string",
	},
	{
		name: "a request member may be any number",
		change: (contract) => Object.assign(requestOf(contract).count ?? {}, { type: "number" }),
		narrows: null,
		back: "POST /login: body /count: was number, is integer",
	},
	{
		name: "less length is taken",
		change: (contract) => Object.assign(requestOf(contract).username ?? {}, { maxLength: 100 }),
		narrows: "POST /login: body /username: maxLength was 254, is 100",
		back: null,
	},
	{
		name: "more length is demanded",
		change: (contract) => Object.assign(requestOf(contract).username ?? {}, { minLength: 3 }),
		narrows: "POST /login: body /username: minLength was 1, is 3",
		back: null,
	},
	{
		name: "a limit comes",
		change: (contract) => Object.assign(requestOf(contract).mode ?? {}, { pattern: "^t" }),
		narrows: 'POST /login: body /mode: pattern was not there, is "^t"',
		back: null,
	},
	{
		name: "numbers must be smaller",
		change: (contract) => Object.assign(requestOf(contract).count ?? {}, { maximum: 9 }),
		narrows: "POST /login: body /count: maximum was 10, is 9",
		back: null,
	},
	{
		name: "elements are limited",
		change: (contract) => Object.assign(requestOf(contract).tags?.items ?? {}, { maxLength: 8 }),
		narrows: "POST /login: body /tags/-: maxLength was not there, is 8",
		back: null,
	},
	{
		name: "a value is refused",
		change: (contract) => requestOf(contract).mode?.enum?.pop(),
		narrows: 'POST /login: body /mode: "cookie" is refused now',
		back: null,
	},
	{
		name: "only some values are taken",
		change: (contract) => Object.assign(requestOf(contract).username ?? {}, { enum: ["ada"] }),
		narrows: 'POST /login: body /username: takes only "ada" now',
		back: null,
	},
	{
		name: "unknown request members are refused",
		change: (contract) => Object.assign(schemaOf(contract, "Request"), { additionalProperties: false }),
		narrows: "POST /login: body members without a name here are refused now",
		back: null,
	},
	{
		name: "a body is wanted where none was",
		change: (contract) => {
			sessions(contract).requestBody = { required: true, content: {} };
		},
		narrows: "GET /sessions: body: is required now",
		back: null,
	},
];

const ofAnswers: ContractChange[] = [
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
		change: (contract) => delete (login(contract).responses[200] as Answer).headers?.["X-Request-Id"],
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
			(login(contract).responses[200] as Answer).content = {};
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

export const changes = [...ofOperations, ...ofRequests, ...ofAnswers];
