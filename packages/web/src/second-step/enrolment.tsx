import { secondStepTexts } from "#texts/second-step.ts";
import { AddFactor, type Adding } from "./add-factor.tsx";
import type { SecondStepProps } from "./requirement.ts";

/** In place of the second step, for a user who has no factor yet: the session starts when one is added. */
export function Enrolment({ page, requirement, onDone, back }: SecondStepProps) {
	const { send, credential } = page.connection;
	const { challenge } = requirement;
	const beforeLogin = true;

	const app: Adding["app"] = {
		offer: () => send("POST /api/auth/login/totp", { body: { challenge }, beforeLogin }),
		async activate({ offer, code }) {
			const body = { challenge, offer, code };
			const answer = await send("POST /api/auth/login/totp/activate", { body, beforeLogin });
			credential.adopt(answer);
			return answer.recoveryCodes;
		},
	};

	async function addPasskey(): Promise<string[]> {
		const { makePasskey } = await import("../account/security/add-passkey.ts");
		const options = { body: { challenge }, beforeLogin };
		const { passkey } = await send("POST /api/auth/login/new-passkey/options", options);
		const body = { challenge, passkey: await makePasskey(passkey) };
		const answer = await send("POST /api/auth/login/new-passkey", { body, beforeLogin });
		credential.adopt(answer);
		return answer.recoveryCodes;
	}

	return (
		<AddFactor
			page={page}
			intro={secondStepTexts.enrolment}
			app={app}
			passkey={addPasskey}
			onDone={onDone}
			back={back}
		/>
	);
}
