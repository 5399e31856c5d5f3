import { SettingError } from "../lib/parse-setting.ts";

const MOST_SCOPES = 64;
const LONGEST_SCOPE = 64;
/** RFC 6749 section 3.3, without what would need escapes in a shell, a URL or a header. */
const SCOPE = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/;
/** For the administration of the service itself. */
const RESERVED = "sallyport:";

/** What an access key of a service account can be allowed of the administration, one by one. */
export const reservedScopes = [
	"sallyport:users:read",
	"sallyport:users:write",
	"sallyport:users:delete",
	"sallyport:links",
	"sallyport:groups:write",
	"sallyport:sessions:read",
	"sallyport:sessions:end",
	"sallyport:events:read",
	"sallyport:system:read",
	"sallyport:keys:rotate",
	"sallyport:mails",
	"sallyport:clients",
] as const;

export type ReservedScope = (typeof reservedScopes)[number];

export const isReserved = (name: string): boolean => name.startsWith(RESERVED);

/** Names of scopes, separated by spaces or commas. */
export function parseScopes(text: string): string[] {
	const names = [...new Set(text.split(/[\s,]+/).filter((name) => name !== ""))];
	for (const name of names) {
		if (!SCOPE.test(name))
			throw new SettingError(`"${name}" is no scope: letters, digits and ._:/-, at most ${LONGEST_SCOPE}`);
		if (isReserved(name)) throw new SettingError(`"${name}" is reserved for this service`);
	}
	if (names.length > MOST_SCOPES) throw new SettingError(`there are at most ${MOST_SCOPES} scopes`);
	return names;
}
