import type { ClientChange, SallyportError } from "@sallyport/client";
import { consoleTexts } from "#texts/console.ts";
import { consoleApplicationTexts as words } from "#texts/console-applications.ts";
import { Mistake } from "../../components/mistake.ts";
import { namesIn } from "../../names-in.ts";
import { checkFields, mistakeIn } from "../parts/check-fields.ts";
import { isAddress } from "./address.ts";
import type { Application } from "./of-client.ts";

/** What the form of an application shows, as it is typed; each member is called as the service calls it. */
export interface Settings {
	name: string;
	/** One a line. */
	redirectUris: string;
	/** Separated by spaces. */
	allowedGroups: string;
	launchUrl: string;
	authMethod: string;
	pkce: string;
	/** Separated by spaces. */
	scopes: string;
	requireAcr: string;
	offlineDays: string;
	logoutUri: string;
	/** One a line. */
	postLogoutUris: string;
	trusted: boolean;
	insecure: boolean;
}

export type Member = keyof Settings;

/** Those of an application that was just begun. */
export const usual: Settings = {
	name: "",
	redirectUris: "",
	allowedGroups: "",
	launchUrl: "",
	authMethod: "client_secret_basic",
	pkce: "required",
	scopes: "openid profile email groups",
	requireAcr: "",
	offlineDays: "0",
	logoutUri: "",
	postLogoutUris: "",
	trusted: false,
	insecure: false,
};

export const settingsOf = (client: Application): Settings => ({
	name: client.name,
	redirectUris: client.redirectUris.join("\n"),
	allowedGroups: client.allowedGroups?.join(" ") ?? "",
	launchUrl: client.launchUrl ?? "",
	authMethod: client.authMethod,
	pkce: client.pkce,
	scopes: client.scopes.join(" "),
	requireAcr: client.requireAcr ?? "",
	offlineDays: String(client.offlineDays),
	logoutUri: client.logoutUri ?? "",
	postLogoutUris: client.postLogoutUris.join("\n"),
	trusted: client.trusted,
	insecure: client.insecure,
});

/** What is not on the form of an application without a secret is as it has to be. `kind`: where it runs. Throws a Mistake. */
export function settingsFrom(form: HTMLFormElement, kind: string): Settings {
	const fields = new FormData(form);
	const insecure = fields.has("insecure");
	const isOne = (text: string) => text === "" || isAddress(text, { insecure });
	const areAll = (text: string) => wordsIn(text).every((each) => isAddress(each, { insecure, kind }));
	const mayStay = fields.getAll("scope").includes("offline_access");
	checkFields(form, {
		redirectUris: [areAll, words.address("/callback")],
		url: [isOne, words.address("")],
		id: [(text) => /^(?=.*[a-z\d])[\w.-]{1,64}$|^$/i.test(text), words.add.idHint],
		launchUrl: [isOne, words.address("")],
		logoutUri: [isOne, words.address("/logout")],
		offlineDays: [(text) => (mayStay ? /^\d*$/ : /^0*$/).test(text), words.hints.offlineDays],
		postLogoutUris: [areAll, words.address("")],
	});
	const textOf = (member: Member) => String(fields.get(member) ?? "").trim();
	return {
		name: textOf("name"),
		redirectUris: textOf("redirectUris"),
		allowedGroups: textOf("allowedGroups"),
		launchUrl: textOf("launchUrl"),
		authMethod: textOf("authMethod") || "none",
		pkce: textOf("pkce") || "required",
		scopes: ["openid", ...fields.getAll("scope")].join(" "),
		requireAcr: textOf("requireAcr"),
		offlineDays: textOf("offlineDays") || "0",
		logoutUri: textOf("logoutUri"),
		postLogoutUris: textOf("postLogoutUris"),
		trusted: fields.has("trusted"),
		insecure,
	};
}

export const wordsIn = (text: string): string[] => [...new Set(text.split(/\s+/).filter(Boolean))];

/** Names of groups; null: every user may. */
export function groupsIn(text: string): string[] | null {
	const groups = namesIn(text).sort();
	return groups.length === 0 ? null : groups;
}

/** As the service takes them. */
export function asked(typed: Settings) {
	const { authMethod, pkce, scopes, requireAcr } = typed;
	return {
		name: typed.name,
		redirectUris: wordsIn(typed.redirectUris),
		allowedGroups: groupsIn(typed.allowedGroups),
		launchUrl: typed.launchUrl || null,
		authMethod: authMethod as Application["authMethod"],
		pkce: pkce as Application["pkce"],
		scopes: wordsIn(scopes) as Application["scopes"],
		requireAcr: (requireAcr || null) as Application["requireAcr"],
		offlineDays: Number(typed.offlineDays),
		logoutUri: typed.logoutUri || null,
		postLogoutUris: wordsIn(typed.postLogoutUris),
		trusted: typed.trusted,
		insecure: typed.insecure,
	} satisfies ClientChange;
}

/** The members that differ; blanks, and the order of groups, do not count. */
export function differing(one: Settings, other: Settings): Member[] {
	const [before, after] = [asked(one), asked(other)];
	const members = Object.keys(one) as Member[];
	return members.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]));
}

/** Only what was changed here is sent: the rest is left to others. */
export function changeOf(before: Settings, typed: Settings): ClientChange {
	const all = asked(typed);
	return Object.fromEntries(differing(before, typed).map((member) => [member, all[member]]));
}

export function refused(problem: SallyportError, form: HTMLFormElement): Mistake | undefined {
	if (problem.code === "client_exists") return new Mistake(["id"], consoleTexts.problems.client_exists);
	return mistakeIn(problem, form, words.wrong);
}
