import { useState } from "preact/hooks";
import { consoleApplicationTexts } from "#texts/console-applications.ts";
import { dateTime } from "../../when.ts";
import { useDesk } from "../desk.ts";
import { ActDialog } from "../parts/act-dialog.tsx";
import { Line } from "../parts/line.tsx";
import { NewSecret } from "./new-secret.tsx";
import type { Application, OfClient } from "./of-client.ts";

type Secret = Application["secrets"][number];

const { connection: words, rotate, end: ends } = consoleApplicationTexts;
/** As the service keeps it. */
const MOST = 2;

const shown = ({ hint }: Secret): string => `sallyport_oidc_${hint}…`;

/** What the application authenticates with: two at most, so that one takes the place of the other without a gap. */
export function Secrets({ client, reload }: OfClient) {
	const [isMaking, setMaking] = useState(false);
	const [ending, setEnding] = useState<Secret | null>(null);
	const { secrets } = client;
	return (
		<section class="secrets" aria-labelledby="secrets">
			<div class="top">
				<h2 id="secrets">{words.secrets}</h2>
				{secrets.length < MOST && (
					<button type="button" class="quiet" onClick={() => setMaking(true)}>
						{rotate.button}
					</button>
				)}
			</div>
			{secrets.length === 0 && <p>{words.noSecrets}</p>}
			{secrets.length === MOST && <p class="hint">{rotate.most}</p>}
			<dl class="access">
				{secrets.map((secret) => (
					<Line key={secret.id} term={<bdi>{shown(secret)}</bdi>} value={<Ends of={secret} />}>
						<button
							type="button"
							class="quiet"
							aria-label={ends.which(shown(secret))}
							onClick={() => setEnding(secret)}
						>
							{ends.button}
						</button>
					</Line>
				))}
			</dl>
			{isMaking && <NewSecret client={client} reload={reload} onClose={() => setMaking(false)} />}
			{ending !== null && (
				<EndSecret client={client} reload={reload} secret={ending} onClose={() => setEnding(null)} />
			)}
		</section>
	);
}

function Ends({ of: { createdAt, expiresAt, lastUsedAt } }: { of: Secret }) {
	const parts = [
		words.secretMade(dateTime(createdAt)),
		expiresAt === null ? words.noEnd : words.secretEnds(dateTime(expiresAt)),
		lastUsedAt === null ? words.neverUsed : words.secretUsed(dateTime(lastUsedAt)),
	];
	return <>{parts.join(", ")}</>;
}

function EndSecret({
	client: { id, secrets },
	reload,
	secret,
	onClose,
}: OfClient & { secret: Secret; onClose: () => void }) {
	const { api, act, say } = useDesk();

	return (
		<ActDialog
			heading={ends.heading(shown(secret))}
			submit={ends.submit}
			destroys
			act={() => act(() => api("POST /clients/{id}/secrets/{secret}/end", { id, secret: secret.id }))}
			done={async () => {
				say(ends.done);
				await reload();
			}}
			onClose={onClose}
		>
			{() => (
				<>
					<p>{ends.what}</p>
					{secrets.length === 1 && <p>{ends.last}</p>}
				</>
			)}
		</ActDialog>
	);
}
