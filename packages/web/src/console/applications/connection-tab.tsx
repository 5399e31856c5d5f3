import { consoleApplicationTexts } from "#texts/console-applications.ts";
import { useDesk } from "../desk.ts";
import { Line } from "../parts/line.tsx";
import { When } from "../parts/when.tsx";
import { lastUsed, usersOf } from "./clients-page.tsx";
import type { OfClient } from "./of-client.ts";
import { Secrets } from "./secrets.tsx";

const { connection: words, columns, everyUser, noSecret } = consoleApplicationTexts;

/** Below the issuer: what applications ask for that do not read the metadata. */
const addresses = [
	[words.authorization, "/auth"],
	[words.token, "/token"],
	[words.userinfo, "/userinfo"],
] as const;

/** What the application has to know of this service, what it authenticates with, and whether it is used. */
export function ConnectionTab({ client, reload }: OfClient) {
	const { page, to } = useDesk();
	const issuer = `${page.baseUrl}/oidc`;
	const { allowedGroups } = client;
	return (
		<>
			<dl class="access">
				<Line term={words.id} value={<code>{client.id}</code>} />
				<Line term={words.issuer} value={<code>{issuer}</code>} />
				<Line
					term={words.metadata}
					value={
						<a href={`${issuer}/.well-known/openid-configuration`} target="_blank" rel="noreferrer">
							{`${issuer}/.well-known/openid-configuration`}
						</a>
					}
				/>
				{addresses.map(([term, path]) => (
					<Line key={path} term={term} value={<code>{issuer + path}</code>} />
				))}
				<Line
					term={columns.groups}
					value={
						allowedGroups === null
							? everyUser
							: allowedGroups.map((each) => (
									<a key={each} class="tag" href={to(["groups", each])}>
										{each}
									</a>
								))
					}
				/>
				<Line term={columns.users} value={usersOf(client)} />
				<Line term={columns.used} value={lastUsed(client)} />
				<Line term={words.added} value={<When iso={client.createdAt} />} />
			</dl>
			{client.authMethod === "none" ? (
				<p class="hint">{noSecret}</p>
			) : (
				<Secrets client={client} reload={reload} />
			)}
		</>
	);
}
