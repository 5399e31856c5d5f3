import "../../styles/console/system.css";
import { useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { consoleKeyTexts as words } from "#texts/console-keys.ts";
import { useDesk } from "../desk.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Failure } from "../parts/failure.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { Kind } from "./kind.ts";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { Timeline } from "./timeline.tsx";

export function KeysPage() {
	const { api } = useDesk();
	const [asks, setAsks] = useState<{ act: "rotate" | "force" | "replace"; kind: Kind } | null>(null);
	const loaded = useLoaded((signal) => api("GET /keys", { signal }), "");
	const { data } = loaded;
	const close = (isDone: boolean) => {
		setAsks(null);
		if (isDone) void loaded.load();
	};

	return (
		<>
			<ConsoleHeading>{words.title}</ConsoleHeading>
			<Failure failure={loaded.failure} again={() => void loaded.load()} />
			{loaded.isSlow && data === undefined && <p class="hint">{consoleTexts.loading}</p>}
			{data !== undefined &&
				(["signing", "sealing"] as const).map((kind) => (
					<section key={kind} class="ring" aria-labelledby={kind}>
						<div class="top">
							<h2 id={kind}>{words[kind].heading}</h2>
							<button type="button" class="quiet" onClick={() => setAsks({ act: "rotate", kind })}>
								{words.rotate.button}
							</button>
							{kind === "signing" && (
								<button type="button" class="danger" onClick={() => setAsks({ act: "replace", kind })}>
									{words.replace.button}
								</button>
							)}
						</div>
						<p class="hint">{words[kind].what}</p>
						<Timeline keys={data[kind]} kind={kind} />
					</section>
				))}
			{(asks?.act === "rotate" || asks?.act === "force") && (
				<RotateDialog
					key={asks.act}
					kind={asks.kind}
					isForced={asks.act === "force"}
					force={() => setAsks({ ...asks, act: "force" })}
					onClose={close}
				/>
			)}
			{asks?.act === "replace" && <ReplaceDialog onClose={close} />}
		</>
	);
}
