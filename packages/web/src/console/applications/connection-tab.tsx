import { useRef } from "preact/hooks";
import { consoleApplicationTexts } from "#texts/console-applications.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { useDesk } from "../desk.ts";
import { Line } from "../parts/line.tsx";
import { When } from "../parts/when.tsx";
import { lastUsed, usersOf } from "./clients-page.tsx";
import type { OfClient } from "./of-client.ts";
import { Secrets } from "./secrets.tsx";
import { SetupLines } from "./setup-lines.tsx";

const { connection: words, columns, everyUser, noSecret } = consoleApplicationTexts;

/** Below the issuer; the last three for applications that do not read the metadata. */
const addresses = [
	[words.issuer, ""],
	[words.metadata, "/.well-known/openid-configuration"],
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
				<Copied term={words.id} text={client.id} />
				{addresses.map(([term, path]) => (
					<Copied key={path} term={term} text={issuer + path} />
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
			{client.setup !== null && (
				<div class="setup">
					<SetupLines setup={client.setup} />
				</div>
			)}
		</>
	);
}

function Copied({ term, text }: { term: string; text: string }) {
	const source = useRef<HTMLElement>(null);
	return (
		<Line term={term} value={<code ref={source}>{text}</code>}>
			<CopyButton source={source} what={term} />
		</Line>
	);
}
