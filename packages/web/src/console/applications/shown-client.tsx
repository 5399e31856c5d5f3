import type { MadeClient } from "@sallyport/client";
import { consoleApplicationTexts } from "#texts/console-applications.ts";
import { Copyable } from "../../components/copyable.tsx";
import { Words } from "../../components/words.tsx";
import { useDesk } from "../desk.ts";
import { ShownOnce } from "../parts/shown-once.tsx";

const words = consoleApplicationTexts.made;

interface Props {
	made: MadeClient;
	onClose: () => void;
}

/** A new application, with its secret, shown once, and what to write on its side. */
export function ShownClient({ made: { client, secret, setup }, onClose }: Props) {
	const { baseUrl } = useDesk().page;
	const line = (label: string, text: string) => (
		<div class="labelled">
			<p>{label}</p>
			<Copyable text={text} what={label} />
		</div>
	);
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
			{line(words.id, client.id)}
			{line(words.issuer, `${baseUrl}/oidc`)}
			{setup !== null && (
				<>
					{line(words.lines(setup.where), setup.lines)}
					<div class="labelled">
						<p id="notes">{words.notes}</p>
						<ul lang="en" aria-labelledby="notes">
							{setup.notes.map((note) => (
								<li key={note}>
									<Words text={note} />
								</li>
							))}
						</ul>
					</div>
					<p class="hint">
						{words.checked[setup.checked]}{" "}
						<a href={setup.documents} target="_blank" rel="noreferrer">
							{words.documents}
						</a>
					</p>
				</>
			)}
		</ShownOnce>
	);
}
