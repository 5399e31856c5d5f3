import type { MadeClient } from "@sallyport/client";
import { consoleApplicationTexts } from "#texts/console-applications.ts";
import { useDesk } from "../desk.ts";
import { ShownOnce } from "../parts/shown-once.tsx";
import { Labelled, SetupLines } from "./setup-lines.tsx";

const words = consoleApplicationTexts.made;

interface Props {
	made: MadeClient;
	onClose: () => void;
}

/** A new application, with its secret, shown once, and what to write on its side. */
export function ShownClient({ made: { client, secret, setup }, onClose }: Props) {
	const { baseUrl } = useDesk().page;
	return (
		<ShownOnce
			heading={words.heading(client.name)}
			why={secret === null ? words.whyNoSecret : words.why}
			what={words.secret}
			secret={secret?.secret ?? null}
			expiresAt={secret?.expiresAt ?? null}
			stored={words.stored}
			onClose={onClose}
		>
			<Labelled label={words.id} text={client.id} />
			<Labelled label={words.issuer} text={`${baseUrl}/oidc`} />
			{setup !== null && <SetupLines setup={setup} />}
		</ShownOnce>
	);
}
