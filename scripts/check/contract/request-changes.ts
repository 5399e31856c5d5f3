import type { Contract } from "./document.ts";
import { type ContractChange, schemaOf, sessions } from "./example-contract.ts";

const requestOf = (contract: Contract) => schemaOf(contract, "Request").properties;

export const requestChanges: ContractChange[] = [
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
		name: "more length is required",
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
