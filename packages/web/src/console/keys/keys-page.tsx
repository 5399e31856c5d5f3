import type { ComponentChildren, ComponentProps } from "preact";
import { useState } from "preact/hooks";
import { consoleKeyTexts as words } from "#texts/console-keys.ts";
import { useDesk } from "../desk.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Shown } from "../parts/shown.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { Asked, Kind, Ring } from "./kind.ts";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { Timeline } from "./timeline.tsx";

export function KeysPage() {
	const { api } = useDesk();
	const [asks, setAsks] = useState<Asked | null>(null);
	const loaded = useLoaded((signal) => api("GET /keys", { signal }), "");
	const close = () => {
		setAsks(null);
		void loaded.load();
	};
	function ask(how: Asked["how"], kind: Kind): void {
		const active = loaded.data?.[kind].find(({ state }) => state === "active")?.kid ?? "";
		setAsks({ how, kind, active });
	}

	const rotate = (kind: Kind) => (
		<button type="button" class="quiet" onClick={() => ask("rotate", kind)}>
			{words.rotate.button}
		</button>
	);

	return (
		<>
			<ConsoleHeading>{words.title}</ConsoleHeading>
			<Shown loaded={loaded}>
				{(data) => (
					<>
						<Section ring="signing" keys={data.signing}>
							{rotate("signing")}
							<button type="button" class="danger" onClick={() => ask("replace", "signing")}>
								{words.replace.button}
							</button>
						</Section>
						{data.applications.length > 0 && <Section ring="applications" keys={data.applications} />}
						<Section ring="sealing" keys={data.sealing}>
							{rotate("sealing")}
						</Section>
					</>
				)}
			</Shown>
			{asks?.how === "replace" && <ReplaceDialog {...asks} onClose={close} />}
			{asks !== null && asks.how !== "replace" && (
				<RotateDialog
					key={asks.how}
					{...asks}
					force={() => setAsks({ ...asks, how: "force" })}
					onClose={close}
				/>
			)}
		</>
	);
}

interface RingProps {
	ring: Ring;
	keys: ComponentProps<typeof Timeline>["keys"];
	/** What can be done to them. */
	children?: ComponentChildren;
}

function Section({ ring, keys, children }: RingProps) {
	return (
		<section class="ring" aria-labelledby={ring}>
			<div class="top">
				<h2 id={ring}>{words[ring].heading}</h2>
				{children}
			</div>
			<p class="hint">{words[ring].what}</p>
			<Timeline keys={keys} ring={ring} />
		</section>
	);
}
