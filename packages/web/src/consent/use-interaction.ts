import { type LoginQuestion, logOut, SallyportError } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { explain } from "../explain.ts";
import type { Page } from "../page.ts";

type Act = "allow" | "cancel" | "leave";

interface Interaction {
	/** Undefined until the first response. */
	question: LoginQuestion | undefined;
	/** Empty: nothing went wrong. */
	failure: string;
	/** Nothing can be answered any more. */
	isOver: boolean;
	/** What is under way; null: nothing. */
	busy: Act | null;
	load: () => Promise<void>;
	act: (what: Act) => Promise<void>;
}

/** Of errors after which nothing can be answered any more. */
const over: ReadonlySet<string> = new Set([
	"interaction_unknown",
	"application_forbidden",
	"application_disabled",
]);

/** Milliseconds. An app on the device opens beside this page, which then has nothing more to ask. */
const LEFT_WITHIN = 3000;

/** A login to an application, which the address of the page names. */
export function useInteraction(page: Page): Interaction {
	const { connection, base, to } = page;
	const [question, setQuestion] = useState<LoginQuestion>();
	const [failure, setFailure] = useState("");
	const [isOver, setOver] = useState(false);
	const [busy, setBusy] = useState<Act | null>(null);
	useEffect(() => void load(), []);

	const idIn = (path: string) => path.slice(base.length).split("/")[2] ?? "";
	const here = () => location.pathname + location.search;

	async function load(): Promise<void> {
		setFailure("");
		try {
			setQuestion(await connection.send("GET /oidc-login/{id}/question", { id: idIn(location.pathname) }));
		} catch (error) {
			fail(error);
		}
	}

	async function answer(allow: boolean): Promise<string> {
		const call = { id: idIn(location.pathname), body: { allow } };
		return (await connection.send("POST /oidc-login/{id}", call)).location;
	}

	/** To the login page, and back here as another user. */
	async function leave(): Promise<string> {
		await logOut(connection);
		return to("login", { next: here(), ended: "logout" });
	}

	async function act(what: Act): Promise<void> {
		if (busy !== null) return;
		setBusy(what);
		setFailure("");
		try {
			// The buttons stay busy: another page loads.
			location.assign(what === "leave" ? await leave() : await answer(what === "allow"));
			if (what !== "leave") setTimeout(stay, LEFT_WITHIN);
		} catch (error) {
			setBusy(null);
			fail(error);
		}
	}

	function stay(): void {
		setBusy(null);
		setOver(true);
	}

	function fail(error: unknown): void {
		const { code, acr } = error instanceof SallyportError ? error : {};
		if (code === "reauthentication_required")
			location.assign(to("reauthenticate", { next: here(), ...(acr && { acr }) }));
		else {
			setFailure(explain(error));
			setOver(code !== undefined && over.has(code));
		}
	}
	return { question, failure, isOver, busy, load, act };
}
