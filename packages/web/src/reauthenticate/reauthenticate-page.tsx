import { session } from "@sallyport/client";
import { useState } from "preact/hooks";
import { loginTexts } from "#texts/login.ts";
import { reauthenticateTexts } from "#texts/reauthenticate.ts";
import { explain } from "../explain.ts";
import type { Page } from "../page.ts";
import { ReauthenticateForm } from "./reauthenticate-form.tsx";

/** The strengths of a session that take more than the password, the weakest first (docs/second-factors.md). */
const levels = ["aal2", "phr"] as const;

/** What follows the right password where that is not enough. */
interface Next {
	Strengthen: typeof import("./strengthen.tsx")["Strengthen"];
	acr: (typeof levels)[number];
	password: string;
}

/** Where front ends and APIs send a user whose last login is too old or too weak for what they do. */
export function ReauthenticatePage({ page, query }: { page: Page; query: URLSearchParams }) {
	const [next, setNext] = useState<Next | null>(null);
	const [failure, setFailure] = useState("");
	const leave = () => location.replace(page.next);

	async function proven(password: string): Promise<"leaving" | "staying"> {
		const acr = levels.find((level) => level === query.get("acr"));
		setFailure("");
		try {
			if (acr === undefined || (await isStrong(acr))) {
				leave();
				return "leaving";
			}
			const { Strengthen } = await import("./strengthen.tsx");
			setNext({ Strengthen, acr, password });
		} catch (error) {
			setFailure(explain(error));
		}
		return "staying";
	}

	async function isStrong(acr: Next["acr"]): Promise<boolean> {
		const given = (await session(page.connection)).session.acr;
		return levels.indexOf(given as Next["acr"]) >= levels.indexOf(acr);
	}

	return (
		<>
			<h1>{next === null ? reauthenticateTexts.heading : loginTexts.secondStep}</h1>
			{next === null ? (
				<ReauthenticateForm page={page} onDone={proven} />
			) : (
				<next.Strengthen
					page={page}
					acr={next.acr}
					password={next.password}
					onDone={leave}
					back={() => setNext(null)}
				/>
			)}
			<div class="alert" role="alert">
				{failure}
			</div>
			{/* Recovery codes are shown only once: while they may be there, no link leads away. */}
			{next === null && (
				<p class="below">
					<a href={page.to("account")}>{reauthenticateTexts.toAccount}</a>
				</p>
			)}
		</>
	);
}
