import { completeSetup, type SallyportError } from "@sallyport/client";
import { loginTexts } from "#texts/login.ts";
import { recoveryTexts } from "#texts/recovery.ts";
import { setupTexts } from "#texts/setup.ts";
import { Form } from "../components/form.tsx";
import type { Mistake } from "../components/mistake.ts";
import {
	NewPasswordFields,
	newPasswordFrom,
	refusedNewPassword,
} from "../components/new-password-fields.tsx";
import type { Page } from "../page.ts";
import { useSecondStep } from "../second-step/use-second-step.ts";
import type { SetupLink } from "./setup-link.ts";
import { linkRefusal, useLinkRefusal } from "./use-link-refusal.ts";

/** What a setup link opens; an incomplete one has no token, and one that cannot be used gets no form. */
export function SetupContent({ page, token, username, isRecovery }: { page: Page } & SetupLink) {
	const refusal = useLinkRefusal(page, { token, isRecovery });
	const { asked, first } = useSecondStep();

	function leave(): "leaving" {
		location.replace(page.next);
		return "leaving";
	}

	if (asked !== null) {
		const { SecondStep, requirement } = asked;
		return (
			<>
				<h1>{loginTexts.secondStep}</h1>
				<p class="banner">{setupTexts.saved}</p>
				<SecondStep
					page={page}
					requirement={requirement}
					purpose="login"
					submit={loginTexts.submit}
					onDone={leave}
					back={() => location.replace(page.to("login", { ended: "unauthenticated" }))}
				/>
			</>
		);
	}
	return (
		<>
			<h1>{username === null ? setupTexts.heading : setupTexts.headingFor(username)}</h1>
			{token === null || refusal !== undefined ? (
				<div class="alert" role="alert">
					{refusal ?? setupTexts.incomplete}
				</div>
			) : (
				<SetupForm
					key={token}
					page={page}
					token={token}
					username={username ?? ""}
					isRecovery={isRecovery}
					first={first}
					onDone={leave}
				/>
			)}
			{refusal !== undefined && <HelpOfOperator page={page} />}
			<p class="below">
				<a href={page.to("login")}>{setupTexts.haveOne}</a>
			</p>
			{isRecovery && refusal !== undefined && (
				<p class="below">
					<a href={page.to("recovery")}>{recoveryTexts.another}</a>
				</p>
			)}
		</>
	);
}

/** Nothing, where the operator names no address. */
function HelpOfOperator({ page }: { page: Page }) {
	const { help } = page.root.dataset;
	if (help === undefined) return null;
	return (
		<p class="below">
			<a href={help}>{setupTexts.help}</a>
		</p>
	);
}

interface FormProps extends Pick<ReturnType<typeof useSecondStep>, "first"> {
	page: Page;
	token: string;
	username: string;
	isRecovery: boolean;
	onDone: () => "leaving";
}

function SetupForm({ page, token, username, isRecovery, first, onDone }: FormProps) {
	const minimum = page.passwordMinimum;

	async function save(fields: (name: string) => string): Promise<"leaving" | "staying"> {
		const password = newPasswordFrom(fields, minimum);
		const isDone = await first(() => completeSetup(page.connection, { token, password }));
		// The link is used up.
		history.replaceState(null, "", location.pathname);
		return isDone ? onDone() : "staying";
	}

	function onProblem(problem: SallyportError): Mistake | string | undefined {
		return linkRefusal(problem, isRecovery) ?? refusedNewPassword(problem);
	}

	return (
		<Form send={save} onProblem={onProblem} submit={setupTexts.submit}>
			{(mistake) => (
				<>
					{/* For password managers, which would otherwise save the password without a name. */}
					<input type="text" name="username" autocomplete="username" value={username} readOnly hidden />
					<NewPasswordFields minimum={minimum} mistake={mistake} />
				</>
			)}
		</Form>
	);
}
