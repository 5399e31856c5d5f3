import { useEffect, useState } from "preact/hooks";
import { secondStepTexts } from "#texts/second-step.ts";
import { AddApp, type OfferedApp } from "../account/security/add-app.tsx";
import { RecoveryCodes } from "../account/security/recovery-codes.tsx";
import { explain } from "../explain.ts";
import copyable from "../styles/copyable.css?url";
import security from "../styles/security.css?url";
import type { SecondStepProps } from "./second-step.tsx";

/** In place of the second step, for a user who has no factor yet: the session starts when one is added. */
export function Enrolment({ page, demand, onDone, back }: SecondStepProps) {
	const { send, credential } = page.connection;
	const { challenge } = demand;
	const [offered, setOffered] = useState<OfferedApp | null>(null);
	const [codes, setCodes] = useState<string[] | null>(null);

	async function offer(): Promise<void> {
		try {
			const body = { challenge };
			const [offer, { QrCode }] = await Promise.all([
				send("POST /api/auth/login/totp", { body, beforeLogin: true }),
				import("../account/security/qr-code.tsx"),
			]);
			setOffered({ ...offer, QrCode });
		} catch (error) {
			// Without a challenge that is good, only the password leads on.
			back(explain(error));
		}
	}
	useEffect(() => {
		document.head.append(...[copyable, security].map(styleSheet));
		void offer();
	}, []);

	async function activate({ offer, code }: { offer: string; code: string }): Promise<boolean> {
		const body = { challenge, offer, code };
		const answer = await send("POST /api/auth/login/totp/activate", { body, beforeLogin: true });
		credential.adopt(answer);
		setCodes(answer.recoveryCodes);
		return true;
	}

	if (codes !== null) return <RecoveryCodes page={page} codes={codes} onDone={onDone} />;
	return (
		<>
			<p>{secondStepTexts.enrolment}</p>
			{offered !== null && (
				<AddApp offered={offered} number={null} activate={activate} restart={offer} onCancel={() => back()} />
			)}
		</>
	);
}

/** The pages that lead here do not name it. */
function styleSheet(href: string): HTMLLinkElement {
	return Object.assign(document.createElement("link"), { rel: "stylesheet", href });
}
