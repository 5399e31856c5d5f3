import { SallyportError, type TotpOffer } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { passkeyTexts } from "#texts/passkey.ts";
import { secondStepTexts } from "#texts/second-step.ts";
import { securityTexts } from "#texts/security.ts";
import { AddApp, type OfferedApp } from "../account/security/add-app.tsx";
import { RecoveryCodes } from "../account/security/recovery-codes.tsx";
import { explain } from "../explain.ts";
import type { Page } from "../page.ts";
import { knowsPasskeys } from "../passkey/supported.ts";
import copyable from "../styles/copyable.css?url";
import security from "../styles/security.css?url";

/** Each adding resolves with new recovery codes, or with null where the user needs none. */
export interface Adding {
	/** Null: it would not do here. */
	app: {
		offer: () => Promise<TotpOffer>;
		activate: (given: { offer: string; code: string }) => Promise<string[] | null>;
	} | null;
	passkey: (() => Promise<string[] | null>) | null;
}

interface Props extends Adding {
	page: Page;
	intro: string;
	onDone: (kind: "app" | "passkey") => void;
	/** What was proven before is too old, or the user gives up. */
	back: (why?: string) => void;
}

const words = secondStepTexts.add;
/** Only the first step leads on. */
const tooLate = ["challenge_invalid", "reauthentication_required"];

/** Lets a user who has to prove more than a password add something for that, in place. */
export function AddFactor({ page, intro, app, passkey, onDone, back }: Props) {
	const [offered, setOffered] = useState<OfferedApp | null>(null);
	const [codes, setCodes] = useState<string[] | null>(null);
	const [added, setAdded] = useState<"app" | "passkey">("app");
	const [busy, setBusy] = useState(false);
	const [failure, setFailure] = useState("");
	const takesPasskey = passkey !== null && knowsPasskeys();
	const isChosen = app !== null && !takesPasskey;
	useEffect(() => {
		// The pages that lead here do not name them.
		document.head.append(...[copyable, security].map(styleSheet));
		if (isChosen) void offer();
	}, []);

	async function tried(action: () => Promise<void>): Promise<void> {
		if (busy) return;
		setBusy(true);
		setFailure("");
		try {
			await action();
		} catch (error) {
			if (error instanceof SallyportError && tooLate.includes(error.code)) return back(explain(error));
			setFailure(explain(error));
		}
		setBusy(false);
	}

	const offer = () =>
		tried(async () => {
			if (app === null) return;
			const [offer, { QrCode }] = await Promise.all([app.offer(), import("../account/security/qr-code.tsx")]);
			setOffered({ ...offer, QrCode });
		});

	const addPasskey = () => tried(async () => finish("passkey", (await passkey?.()) ?? null));

	async function activate(given: { offer: string; code: string }): Promise<boolean> {
		finish("app", (await app?.activate(given)) ?? null);
		return true;
	}

	function finish(kind: "app" | "passkey", made: string[] | null): void {
		setAdded(kind);
		setCodes(made);
		if (made === null) onDone(kind);
	}

	if (codes !== null) return <RecoveryCodes page={page} codes={codes} onDone={() => onDone(added)} />;
	if (offered !== null)
		return (
			<AddApp
				offered={offered}
				number={null}
				activate={activate}
				restart={offer}
				onCancel={() => (isChosen ? back() : setOffered(null))}
			/>
		);
	return (
		<>
			<p>{intro}</p>
			<div class="alert" role="alert">
				{failure}
			</div>
			{takesPasskey && (
				<div class="offer">
					<button type="button" aria-busy={busy} aria-describedby="about-passkey" onClick={addPasskey}>
						{passkeyTexts.add.button}
					</button>
					<p class="hint" id="about-passkey">
						{words.passkey}
					</p>
				</div>
			)}
			{app !== null && takesPasskey && (
				<div class="offer">
					<button type="button" class="quiet" aria-describedby="about-app" onClick={offer}>
						{securityTexts.add.button}
					</button>
					<p class="hint" id="about-app">
						{words.app}
					</p>
				</div>
			)}
			{app === null && !takesPasskey && <p class="banner">{words.none}</p>}
			{failure !== "" && isChosen && (
				<button type="button" onClick={offer}>
					{securityTexts.retry}
				</button>
			)}
		</>
	);
}

function styleSheet(href: string): HTMLLinkElement {
	return Object.assign(document.createElement("link"), { rel: "stylesheet", href });
}
