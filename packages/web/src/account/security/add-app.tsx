import type { SallyportError, TotpOffer } from "@sallyport/client";
import { useEffect, useRef } from "preact/hooks";
import { securityTexts } from "#texts/security.ts";
import { CodeField } from "../../components/code-field.tsx";
import { Copyable } from "../../components/copyable.tsx";
import { Form } from "../../components/form.tsx";
import { Mistake } from "../../components/mistake.ts";
import { TextField } from "../../components/text-field.tsx";

export interface OfferedApp extends TotpOffer {
	/** Loaded with the offer: few visits of the page draw one. */
	QrCode: typeof import("./qr-code.tsx")["QrCode"];
}

interface Props {
	offered: OfferedApp;
	/** Which app of the user it would be; null: the first one, which needs no name. */
	number: number | null;
	/** False: the user gave up the reauthentication. */
	activate: (body: { offer: string; code: string; name: string }) => Promise<boolean>;
	/** Another offer. */
	restart: () => Promise<void>;
	onCancel: () => void;
}

const words = securityTexts.add;
const codeId = "app-code";
const nameId = "app-name";

export function AddApp({ offered, number, activate, restart, onCancel }: Props) {
	const { QrCode, offer, secret, uri } = offered;
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);

	async function send(fields: (name: string) => string): Promise<"leaving" | "staying"> {
		const name = number === null ? words.usualName(1) : fields(nameId).trim();
		const activated = activate({ offer, code: fields(codeId), name });
		return (await activated) ? "leaving" : "staying";
	}

	function onProblem(problem: SallyportError, form: HTMLFormElement): Mistake | string | undefined {
		const { code, message } = problem;
		if (code === "challenge_invalid") {
			void restart();
			return words.tooOld;
		}
		if (code === "validation_failed") return new Mistake([codeId], words.malformed);
		if (code !== "second_factor_invalid") return undefined;
		const field = form.querySelector<HTMLInputElement>(`#${codeId}`);
		if (field !== null) field.value = "";
		return new Mistake([codeId], words.wrong(message));
	}

	return (
		<div class="panel">
			<h3 tabIndex={-1} ref={heading}>
				{words.heading}
			</h3>
			<a class="on-phone" href={uri}>
				{words.open}
			</a>
			<p>{words.scan}</p>
			<QrCode text={uri} label={words.qr} />
			<p>{words.type}</p>
			<Copyable text={<Groups text={secret} />} what={words.secret} />
			<Form
				class="narrow"
				// After a wait, another code is right.
				repeats={false}
				send={send}
				onProblem={onProblem}
				submit={words.submit}
				aside={
					<button type="button" class="quiet" onClick={onCancel}>
						{securityTexts.cancel}
					</button>
				}
			>
				{(mistake) => (
					<>
						<CodeField id={codeId} label={words.code} numeric mistake={mistake} />
						{number !== null && (
							<TextField
								id={nameId}
								label={words.name}
								value={words.usualName(number)}
								mistake={mistake}
								most={64}
								required
							/>
						)}
					</>
				)}
			</Form>
		</div>
	);
}

/** Fours are easier to type. */
function Groups({ text }: { text: string }) {
	return (
		<>
			{text.match(/.{1,4}/g)?.map((four, index) => (
				<span key={index} class="group">
					{four}
				</span>
			))}
		</>
	);
}
