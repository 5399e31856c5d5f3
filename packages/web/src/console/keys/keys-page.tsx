import { SallyportError } from "@sallyport/client";
import type { ComponentChildren, ComponentProps } from "preact";
import { useState } from "preact/hooks";
import { consoleKeyTexts as words } from "#texts/console-keys.ts";
import { type Desk, useDesk } from "../desk.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Shown } from "../parts/shown.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { Kind, Ring } from "./kind.ts";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { Timeline } from "./timeline.tsx";

export function KeysPage() {
	const { api, act } = useDesk();
	const [asks, setAsks] = useState<{ act: "rotate" | "force" | "replace"; kind: Kind } | null>(null);
	const loaded = useLoaded((signal) => api("GET /keys", { signal }), "");
	const close = () => {
		setAsks(null);
		void loaded.load();
	};
	/** After an answer that was lost, the same again would put another key in the place of the new one. */
	const actAsShown: Desk["act"] = (acting) =>
		act(async () => {
			if (JSON.stringify(await api("GET /keys")) !== JSON.stringify(loaded.data))
				throw new SallyportError("precondition_failed", "");
			return acting();
		});

	const rotate = (kind: Kind) => (
		<button type="button" class="quiet" onClick={() => setAsks({ act: "rotate", kind })}>
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
							<button
								type="button"
								class="danger"
								onClick={() => setAsks({ act: "replace", kind: "signing" })}
							>
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
			{(asks?.act === "rotate" || asks?.act === "force") && (
				<RotateDialog
					key={asks.act}
					kind={asks.kind}
					isForced={asks.act === "force"}
					act={actAsShown}
					force={() => setAsks({ ...asks, act: "force" })}
					onClose={close}
				/>
			)}
			{asks?.act === "replace" && <ReplaceDialog act={actAsShown} onClose={close} />}
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
