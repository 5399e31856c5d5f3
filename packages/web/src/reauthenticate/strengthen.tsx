import { activateTotp, type FactorList, factors, offerTotp, reauthenticate } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { reauthenticateTexts } from "#texts/reauthenticate.ts";
import { secondStepTexts } from "#texts/second-step.ts";
import { useListed } from "../account/listed.tsx";
import { addPasskey } from "../account/security/add-passkey.ts";
import { Form } from "../components/form.tsx";
import type { Page } from "../page.ts";
import { confirm } from "../passkey/confirm.ts";
import { knowsPasskeys } from "../passkey/supported.ts";
import { AddFactor } from "../second-step/add-factor.tsx";
import { CodeStep } from "../second-step/code-step.tsx";

/** How a session becomes stronger. */
type Way = "passkey" | "totp" | "add";

interface Props {
	page: Page;
	/** What is asked for. */
	acr: "aal2" | "phr";
	/** Just proven. */
	password: string;
	onDone: () => void;
	/** To the password. */
	back: () => void;
}

const words = reauthenticateTexts.stronger;

/** The password was right, and is not enough: uses what the user has, or adds it. */
export function Strengthen({ page, acr, password, onDone, back }: Props) {
	const { connection } = page;
	const { list, failure } = useListed(() => factors(connection));
	const [chosen, setChosen] = useState<Way | null>(null);
	const [isAdded, setAdded] = useState(false);
	const { submit } = reauthenticateTexts;
	if (list === undefined)
		return (
			<div class="alert" role="alert">
				{failure}
			</div>
		);
	const ways = isAdded ? (["passkey"] as const) : waysOf(list, acr);
	const way = chosen ?? ways[0];

	async function sendCode(code: string): Promise<"leaving"> {
		await reauthenticate(connection, { password, code });
		onDone();
		return "leaving";
	}

	async function add(): Promise<null> {
		await addPasskey(connection);
		return null;
	}

	return (
		<>
			{way === "passkey" && <ByPasskeyAlone page={page} isAdded={isAdded} onDone={onDone} />}
			{way === "totp" && (
				<CodeStep way="totp" submit={submit} send={sendCode} back={back}>
					{null}
				</CodeStep>
			)}
			{way === "add" && (
				<AddFactor
					page={page}
					intro={list.factors.length > 0 ? words.other : words.none}
					app={
						acr === "phr" || list.factors.some(({ kind }) => kind === "totp")
							? null
							: {
									offer: () => offerTotp(connection),
									activate: async (given) => (await activateTotp(connection, given)).recoveryCodes,
								}
					}
					passkey={list.passkeys === null ? null : add}
					onDone={(kind) => (kind === "app" ? onDone() : setAdded(true))}
					back={back}
				/>
			)}
			{ways
				.filter((other) => other !== way)
				.map((other) => (
					<p key={other} class="below">
						<button type="button" class="link" onClick={() => setChosen(other)}>
							{other === "add" ? words.add : secondStepTexts[other].choose}
						</button>
					</p>
				))}
		</>
	);
}

/** The strongest first. */
function waysOf({ factors, passkeys }: FactorList, acr: Props["acr"]): Way[] {
	const hasPasskey = passkeys !== null && passkeys.allAcceptedCredentialIds.length > 0 && knowsPasskeys();
	const hasApp = factors.some(({ kind }) => kind === "totp");
	return [
		...(hasPasskey ? (["passkey"] as const) : []),
		...(hasApp && acr === "aal2" ? (["totp"] as const) : []),
		"add",
	];
}

/** By a press: browsers show their window only after one. */
function ByPasskeyAlone({ page, isAdded, onDone }: { page: Page; isAdded: boolean; onDone: () => void }) {
	const [shown] = useState(() => new AbortController());
	useEffect(() => () => shown.abort(), []);

	async function send(): Promise<"leaving"> {
		await confirm(page, shown.signal);
		onDone();
		return "leaving";
	}
	return (
		<>
			<p role={isAdded ? "status" : undefined}>{isAdded ? words.added : words.passkey}</p>
			<Form send={send} repeats={false} submit={secondStepTexts.passkey.submit}>
				{() => null}
			</Form>
		</>
	);
}
