import {
	activateTotp,
	offerTotp,
	removeFactor,
	renameFactor,
	renewRecoveryCodes,
	setSecondFactor,
} from "@sallyport/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { passkeyTexts } from "#texts/passkey.ts";
import { securityTexts } from "#texts/security.ts";
import { explain } from "../../explain.ts";
import { notice } from "../../notice.ts";
import type { Page } from "../../page.ts";
import { useReauthentication } from "../use-reauthentication.tsx";
import { AddApp, type OfferedApp } from "./add-app.tsx";
import type { Factor } from "./factor-item.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecurityOverview } from "./security-overview.tsx";
import { useFactors } from "./use-factors.ts";
import { useQuestion } from "./use-question.tsx";

/** The card about the second step: what there is, and one thing at a time that is done to it. */
export function LoginSecurity({ page }: { page: Page }) {
	const { connection } = page;
	const factors = useFactors(connection);
	const { list } = factors;
	const [offered, setOffered] = useState<OfferedApp | null>(null);
	const [codes, setCodes] = useState<string[] | null>(null);
	const [failure, setFailure] = useState("");
	const heading = useRef<HTMLHeadingElement>(null);
	const isOverview = offered === null && codes === null;
	const wasOverview = useRef(true);
	const { confirmed, dialog } = useReauthentication(page);
	const { ask, question } = useQuestion();
	useEffect(() => {
		if (isOverview && !wasOverview.current) heading.current?.focus();
		wasOverview.current = isOverview;
	}, [isOverview]);

	/** With a fresh authentication. False: it failed, or the user gave it up. */
	async function tried(action: () => Promise<unknown>): Promise<boolean> {
		setFailure("");
		try {
			return await confirmed(action);
		} catch (error) {
			setFailure(explain(error));
			return false;
		}
	}

	async function show(said: string, made: string[] | null = null): Promise<void> {
		setOffered(null);
		setCodes(made);
		notice(said);
		// Its button may be gone.
		heading.current?.focus();
		await factors.load();
	}

	async function offer(): Promise<void> {
		const [offer, { QrCode }] = await Promise.all([offerTotp(connection), import("./qr-code.tsx")]);
		setOffered({ ...offer, QrCode });
	}

	function activate(body: { offer: string; code: string; name: string }): Promise<boolean> {
		return confirmed(async () => {
			const { recoveryCodes } = await activateTotp(connection, body);
			void show(securityTexts.add.done, recoveryCodes);
		});
	}

	async function addPasskey(): Promise<void> {
		const { addPasskey } = await import("./add-passkey.ts");
		if (await tried(() => addPasskey(connection))) await show(passkeyTexts.add.done);
	}

	async function remove({ id, name, kind }: Factor): Promise<void> {
		const words = securityTexts.remove;
		const isLast = list?.secondFactor.on === true && list.factors.length === 1;
		const text = isLast ? words.last : kind === "passkey" ? passkeyTexts.removed : words.text;
		if (!(await ask({ heading: words.heading(name), text, submit: words.submit }))) return;
		if (!(await tried(() => removeFactor(connection, id)))) return;
		await show(words.done);
		if (kind === "passkey") await (await import("./add-passkey.ts")).signalPresent(connection);
	}

	async function turn(on: boolean): Promise<void> {
		if (!on && !(await ask(securityTexts.turnOff))) return;
		let made: string[] | null = null;
		const hasApp = list?.factors.some(({ kind }) => kind === "totp") ?? false;
		const isDone = await tried(async () => {
			// With passkeys alone they come first: without one, a lost passkey would lock its user out.
			if (on && !hasApp && !list?.recoveryCodes?.left) made = (await renewRecoveryCodes(connection)).codes;
			made = (await setSecondFactor(connection, on)).recoveryCodes ?? made;
		});
		if (isDone) await show(on ? securityTexts.turnedOn : securityTexts.turnOff.done, made);
		else if (made !== null) setCodes(made);
	}

	async function renewCodes(): Promise<void> {
		if ((list?.recoveryCodes?.left ?? 0) > 0 && !(await ask(securityTexts.codes.confirm))) return;
		await tried(async () => setCodes((await renewRecoveryCodes(connection)).codes));
	}

	async function rename(id: string, name: string): Promise<void> {
		await renameFactor(connection, { id, name });
		notice(securityTexts.factors.renamed);
		await factors.load();
	}

	return (
		<section class="card" aria-labelledby="security" aria-busy={list === undefined && factors.failure === ""}>
			<h2 id="security" tabIndex={-1} ref={heading}>
				{securityTexts.heading}
			</h2>
			<div class="alert" role="alert">
				{factors.failure || failure}
			</div>
			{factors.failure !== "" && (
				<button type="button" class="quiet" onClick={factors.load}>
					{securityTexts.retry}
				</button>
			)}
			{list === undefined && factors.failure === "" && <p class="hint">{securityTexts.loading}</p>}
			{codes !== null && (
				<RecoveryCodes
					page={page}
					codes={codes}
					onDone={() => {
						setCodes(null);
						void factors.load();
					}}
				/>
			)}
			{offered !== null && (
				<AddApp
					offered={offered}
					number={(list?.factors.filter(({ kind }) => kind === "totp").length ?? 0) + 1}
					activate={activate}
					restart={async () => void (await tried(offer))}
					onCancel={() => setOffered(null)}
				/>
			)}
			{list !== undefined && isOverview && (
				<SecurityOverview
					list={list}
					onAddApp={() => void tried(offer)}
					onAddPasskey={() => void addPasskey()}
					onTurn={(on) => void turn(on)}
					onRenewCodes={() => void renewCodes()}
					onRename={rename}
					onRemove={(factor) => void remove(factor)}
				/>
			)}
			{question}
			{dialog}
		</section>
	);
}
