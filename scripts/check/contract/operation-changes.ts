import { type ContractChange, login, sessions } from "./example-contract.ts";

export const operationChanges: ContractChange[] = [
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
