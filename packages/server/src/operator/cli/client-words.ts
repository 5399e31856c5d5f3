import { endpoints } from "../../identity/application/endpoints.ts";
import { refusedHost } from "../../platform/outbound/reachable.ts";
import type { Administered, SingleSignOn } from "./administered.ts";

type Described = Awaited<ReturnType<Administered["applications"]["list"]>>[number];

/** What is configured in an application, label and value, beside its id and secret. */
export const addressesOf = (issuer: string): Array<[string, string]> => [
	["issuer", issuer],
	["metadata", `${issuer}/.well-known/openid-configuration`],
	["authorization", `${issuer}${endpoints.authorization}`],
	["token", `${issuer}${endpoints.token}`],
	["userinfo", `${issuer}${endpoints.userinfo}`],
];

/** After what ends logins to an application, or refuses them, without a word to it. */
export const notNotified = (name: string): string =>
	`${name} is not notified: users who are in there stay in until it ends its own session.`;

/** No more than a host that needs no look-up is judged: the service judges where names lead to. */
export function remarksOnLogout({ logoutUri }: Described, { outboundAllow }: SingleSignOn): string[] {
	const host = logoutUri === null ? null : refusedHost(logoutUri, outboundAllow);
	if (host === null) return [];
	return [`No logout token is sent to ${host}, unless SALLYPORT_OUTBOUND_ALLOW of the service lists it.`];
}
