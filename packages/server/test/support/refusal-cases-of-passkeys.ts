/** Refusals of passkeys. */
import type { RefusalCase, Stage } from "./refusal-case.ts";
import {
	type Assertion,
	addPasskey,
	createCredential,
	logInWithPasskey,
	type SoftwarePasskey,
} from "./software-authenticator.ts";
import type { Answer, Visitor } from "./visitor.ts";

interface UserWithPasskey {
	stage: Stage;
	visitor: Visitor;
	origin: string;
	passkey: SoftwarePasskey;
}

/** A user with a passkey. */
const withPasskey = (use: (user: UserWithPasskey) => Promise<Answer>) => async (stage: Stage) => {
	const visitor = await stage.service.loggedIn(await stage.newUser());
	const { origin } = new URL(stage.service.baseUrl);
	return use({ stage, visitor, origin, passkey: await addPasskey(visitor, { origin }) });
};

export const refusalCasesOfPasskeys: RefusalCase[] = [
	{
		name: "a login with a removed passkey",
		request: withPasskey(async ({ stage, visitor, passkey }) => {
			await visitor.delete(`/api/auth/factors/${passkey.id}`);
			return logInWithPasskey(stage.service.visitor(), passkey);
		}),
		status: 401,
		code: "passkey_unknown",
	},
	{
		name: "a login with a passkey for another origin",
		request: withPasskey(({ stage, passkey }) =>
			logInWithPasskey(stage.service.visitor(), passkey, { lie: { origin: "https://localhost.example" } }),
		),
		status: 401,
		code: "passkey_invalid",
	},
	{
		name: "a passkey with a padded signature",
		request: withPasskey(({ stage, passkey }) => {
			const padded = ({ response, ...rest }: Assertion) => {
				return { ...rest, response: { ...response, signature: `${response.signature}==` } };
			};
			return logInWithPasskey(stage.service.visitor(), passkey, { forge: padded });
		}),
		status: 400,
		code: "validation_failed",
	},
	{
		name: "a passkey that was added before",
		request: withPasskey(async ({ visitor, origin, passkey }) => {
			const { body } = await visitor.post("/api/auth/factors/passkey/options");
			const { credentialId } = passkey;
			const { response } = createCredential(body?.passkey, { origin, credentialId });
			return visitor.post("/api/auth/factors/passkey", { challenge: body?.challenge, passkey: response });
		}),
		status: 409,
		code: "factor_exists",
	},
	{
		name: "a code and a passkey in one second step",
		request: withPasskey(({ stage, passkey }) => {
			const both = { challenge: "x", code: "123456", passkey: passkey.get({ challenge: "x" }) };
			return stage.service.visitor().post("/api/auth/login/second-factor", both);
		}),
		status: 400,
		code: "validation_failed",
	},
	{
		name: "two-step login with a passkey alone and no recovery codes",
		request: withPasskey(({ visitor }) => visitor.send("PUT", "/api/auth/second-factor", { on: true })),
		status: 409,
		code: "recovery_codes_missing",
	},
	{
		name: "a confirmation by passkey without one",
		request: async (stage) => {
			const visitor = await stage.service.loggedIn(await stage.newUser());
			return visitor.post("/api/auth/reauthenticate/options");
		},
		status: 409,
		code: "factor_missing",
	},
];
