/** The plans RP-Initiated OP and Back-Channel OP: an application, or its user, ends the session. */
import { createHmac } from "node:crypto";
import { expect, LeftOut } from "../response.ts";
import type { Check, Visit } from "../visit.ts";
import { LOGGED_OUT } from "./clients.ts";
import { type Entered, random } from "./openid.ts";
import { startReceiver } from "./receiver.ts";
import type { Parameters } from "./tokens.ts";
import type { Arrived } from "./user-agent.ts";

const LOGOUT = "RP-Initiated Logout 2";
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Of a user who has logged in to the application before. */
async function askToEnd({ openid }: Visit, parameters: Parameters): Promise<Arrived> {
	return openid.shared.open(await openid.addressOf("end_session_endpoint", parameters));
}

/** A login that asks the user for nothing. */
const askSilently = ({ openid }: Visit, { answer: { client } }: Entered) =>
	openid.ask({ client, parameters: { prompt: "none" } });

async function expectOver(visit: Visit, entered: Entered): Promise<void> {
	const { returned } = await askSilently(visit, entered);
	expect(returned?.get("error") === "login_required", "with prompt=none the user is still logged in");
	visit.openid.shared.forgetSession();
}

/** `otherwise`: what it is called when the session is over. */
async function expectNotOver(visit: Visit, entered: Entered, otherwise: string): Promise<void> {
	const next = await askSilently(visit, entered);
	expect(next.returned?.get("error") !== "login_required", otherwise);
	// Any other error says nothing of the session.
	visit.openid.codeOf(next);
}

/** Back at the application, with this state or none. */
function expectBack({ address, page }: Arrived, state: string | null): void {
	expect(
		page === null && address.split("?")[0] === LOGGED_OUT,
		"the user is not sent back to the application",
	);
	const { searchParams } = new URL(address);
	expect(searchParams.get("state") === state, "state is not that of the request");
	const more = [...searchParams.keys()].find((name) => name !== "state");
	expect(more === undefined, `the address has the parameter ${more}`);
}

/** A page of the service: one that asks the user, or an error. */
function expectPage({ page }: Arrived): void {
	expect(page !== null, "the user is sent to the address");
}

const refused = (id: string, promise: string, parametersOf: (entered: Entered) => Parameters): Check => ({
	id: `oidcc-rp-initiated-logout-${id}`,
	promise,
	section: LOGOUT,
	async run(visit) {
		const entered = await visit.openid.enter();
		const given = { post_logout_redirect_uri: LOGGED_OUT, state: random() };
		expectPage(await askToEnd(visit, { ...given, ...parametersOf(entered) }));
		await expectNotOver(visit, entered, "the session is over, although no user confirmed it");
	},
});

const confirmed = (id: string, promise: string, parameters: Parameters): Check => ({
	id: `oidcc-rp-initiated-logout-${id}`,
	promise,
	section: LOGOUT,
	async run(visit) {
		const entered = await visit.openid.enter();
		expectPage(await askToEnd(visit, parameters));
		await expectNotOver(visit, entered, "the session is over before the user confirmed it");
		const done = await visit.openid.shared.submit(await askToEnd(visit, parameters));
		expect(done.page?.status === 200, "no page says that the user is logged out");
		await expectOver(visit, entered);
	},
});

const changedTo = (header: object, claims: object, sign: (input: string) => string): string => {
	const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
	return `${parts.join(".")}.${sign(parts.join("."))}`;
};

export const rpInitiatedLogout: Check[] = [
	{
		id: "oidcc-rp-initiated-logout-discovery-endpoint-verification",
		promise: "The metadata have an end_session_endpoint.",
		section: `${LOGOUT}.1`,
		run: async ({ openid }) => void (await openid.provider.endpoint("end_session_endpoint")),
	},
	{
		id: "oidcc-rp-initiated-logout",
		promise:
			"With id_token_hint the session ends, and the user comes back to the application, with its state.",
		section: LOGOUT,
		async run(visit) {
			const entered = await visit.openid.enter();
			const state = random();
			const given = { id_token_hint: entered.idToken, post_logout_redirect_uri: LOGGED_OUT, state };
			expectBack(await askToEnd(visit, given), state);
			await expectOver(visit, entered);
		},
	},
	{
		id: "sallyport-rp-initiated-logout-post",
		promise: "A logout may come by POST, from a page of the application.",
		section: LOGOUT,
		async run(visit) {
			const { openid } = visit;
			const entered = await openid.enter();
			const state = random();
			const given = { id_token_hint: entered.idToken, post_logout_redirect_uri: LOGGED_OUT, state };
			const [address = "", form = ""] = (await openid.addressOf("end_session_endpoint", given)).split("?");
			expectBack(await openid.shared.post(address, form), state);
			await expectOver(visit, entered);
		},
	},
	{
		id: "oidcc-rp-initiated-logout-no-state",
		promise: "Without state the user comes back without one.",
		section: LOGOUT,
		async run(visit) {
			const entered = await visit.openid.enter();
			const given = { id_token_hint: entered.idToken, post_logout_redirect_uri: LOGGED_OUT };
			expectBack(await askToEnd(visit, given), null);
			await expectOver(visit, entered);
		},
	},
	{
		id: "oidcc-rp-initiated-logout-no-post-logout-redirect-uri",
		promise: "Without an address to come back to, the session ends on a page of the service.",
		section: LOGOUT,
		async run(visit) {
			const entered = await visit.openid.enter();
			const { page } = await askToEnd(visit, { id_token_hint: entered.idToken, state: random() });
			expect(page?.status === 200, "no page says that the user is logged out");
			await expectOver(visit, entered);
		},
	},
	confirmed("no-params", "Without parameters the user is asked, and the session ends when they confirm.", {}),
	confirmed("only-state", "With a state alone the user is asked, and the session ends when they confirm.", {
		state: random(),
	}),
	refused(
		"no-id-token-hint",
		"Without id_token_hint the user is sent nowhere, and stays logged in.",
		() => ({}),
	),
	refused(
		"bad-id-token-hint",
		"An id token that the service did not make is no proof.",
		({ claims, answer }) => {
			const sign = (input: string) =>
				createHmac("sha256", answer.client.secret).update(input).digest("base64url");
			return { id_token_hint: changedTo({ alg: "HS256" }, claims, sign) };
		},
	),
	refused("modified-id-token-hint", "An id token without its signature is no proof.", ({ claims }) => ({
		id_token_hint: changedTo({ alg: "none" }, claims, () => ""),
	})),
	refused("bad-post-logout-redirect-uri", "An address that is not registered is refused.", ({ idToken }) => ({
		id_token_hint: idToken,
		post_logout_redirect_uri: `${LOGGED_OUT}/${random()}`,
	})),
	refused(
		"query-added-to-post-logout-redirect-uri",
		"A registered address with a query that was added is refused.",
		({ idToken }) => ({ id_token_hint: idToken, post_logout_redirect_uri: `${LOGGED_OUT}?foo=bar` }),
	),
];

export const backchannelLogout: Check[] = [
	{
		id: "oidcc-backchannel-logout-discovery-endpoint-verification",
		promise: "The metadata say that applications are notified of logouts, and of which session.",
		section: "Back-Channel Logout 2.1",
		async run({ openid }) {
			const { body } = await openid.provider.metadata();
			for (const name of ["backchannel_logout_supported", "backchannel_logout_session_supported"])
				expect(body?.[name] === true, `${name} is ${String(body?.[name])}`);
		},
	},
	{
		id: "oidcc-backchannel-rp-initiated-logout",
		promise: "An application is notified that the session of its user is over, by a logout token.",
		section: "Back-Channel Logout 2.4",
		async run(visit) {
			const { openid } = visit;
			if (!openid.options.withBackchannel)
				throw new LeftOut("the service must be able to reach this machine: see --with-backchannel");
			const receiver = await startReceiver();
			try {
				const client = await openid.clients.register("client_secret_basic", { logoutUri: receiver.url });
				const entered = await openid.enter({ client });
				const given = { id_token_hint: entered.idToken, post_logout_redirect_uri: LOGGED_OUT };
				expectBack(await askToEnd(visit, given), null);
				const told = await receiver.next();
				expect(told !== null, "no logout token arrived");
				expect(/^application\/x-www-form-urlencoded\b/.test(told.type), `its content type is ${told.type}`);
				await expectLogoutToken(visit, new URLSearchParams(told.body).get("logout_token") ?? "", entered);
				await expectOver(visit, entered);
			} finally {
				await receiver.stop();
			}
		},
	},
];

async function expectLogoutToken(
	{ openid }: Visit,
	token: string,
	{ claims, answer }: Entered,
): Promise<void> {
	const expected = { what: "the logout token", typ: "logout+jwt", audience: answer.client.id };
	const told = await openid.provider.verify(token, expected);
	for (const name of ["iat", "exp", "jti"]) expect(name in told, `the logout token has no ${name}`);
	expect(told.sub === claims.sub, "sub of the logout token is another user");
	expect(typeof told.sid === "string" && told.sid === claims.sid, "sid is not that of the id token");
	const { events } = told as { events?: Record<string, unknown> };
	const event = events?.[EVENT];
	expect(typeof event === "object" && event !== null, "events lacks that of a logout");
	expect(!("nonce" in told), "the logout token has a nonce");
}
