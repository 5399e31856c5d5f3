import type { MadeAccessKey } from "@sallyport/client";
import { consoleAccessKeyTexts } from "#texts/console-access-keys.ts";
import { Copyable } from "../../components/copyable.tsx";
import { Words } from "../../components/words.tsx";
import { curlLogin } from "../../curl-command.ts";
import { useDesk } from "../desk.ts";
import { ShownOnce } from "../parts/shown-once.tsx";

const words = consoleAccessKeyTexts.made;

interface Props {
	made: MadeAccessKey;
	/** Of the service account. */
	username: string;
	onClose: () => void;
}

/** A new key, shown once, with the login that a program makes with it. */
export function MadeKey({ made, username, onClose }: Props) {
	const { baseUrl } = useDesk().page;
	const { key, csrf, name, expiresAt, scopes } = made;
	const login = { baseUrl, username, csrf, password: key };
	const path = pathFor(scopes);
	const call = `curl -H 'Authorization: Bearer ACCESS_TOKEN' \\\n  '${baseUrl}/api/admin/${path}'`;
	return (
		<ShownOnce
			heading={words.heading(name)}
			why={words.why(username)}
			what={words.key}
			secret={key}
			expiresAt={expiresAt}
			stored={words.stored}
			onClose={onClose}
		>
			<p>
				<Words text={words.csrfWhat} />
			</p>
			<Copyable text={csrf} what={words.csrf} />
			<p>{words.loginWhat}</p>
			<Copyable text={curlLogin(login)} what={words.login} />
			{path !== null && (
				<>
					<p>{words.callWhat}</p>
					<Copyable text={call} what={words.call} />
				</>
			)}
		</ShownOnce>
	);
}

/** A list that a key with these scopes may read; null: none. */
function pathFor(scopes: readonly string[]): string | null {
	for (const [scope, path] of Object.entries(lists)) if (scopes.includes(`sallyport:${scope}`)) return path;
	return null;
}

const lists = {
	"users:read": "users",
	"events:read": "events",
	"sessions:read": "sessions",
	"system:read": "health",
	mails: "mails",
};
