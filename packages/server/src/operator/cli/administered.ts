/** What commands ask of a deployment, whether they have its database or reach it over HTTP. Times are RFC 3339, as --json prints them. */

import type { AskedSettings } from "../../identity/application/client-settings.ts";
import type { Group } from "../../identity/user/group.ts";
import type { User } from "../../identity/user/user.ts";
import type { Moves } from "../../operations/administration/change-profile.ts";
import type {
	describeFactor,
	describeGroup,
	describeMail,
	describeSessionOfUser,
	describeSigningKey,
} from "../../operations/administration/describe-listed.ts";
import type { describeUser } from "../../operations/administration/describe-user.ts";
import type { Override } from "../../operations/administration/keep-an-admin.ts";
import type { NewClientAsked } from "../../operations/application/add-client.ts";
import type {
	DescribedClient,
	DescribedShownClient,
	describeClientOfUser,
	describeMadeClient,
	describeMadeSecret,
	describeTemplate,
} from "../../operations/application/describe-client.ts";
import type { Check } from "../../operations/examination/check.ts";
import type { EventFilter } from "../../platform/audit/event-filter.ts";
import type { RecordedEvent } from "../../platform/audit/recorded-event.ts";
import type { describeSettings } from "../../platform/config/describe-settings.ts";
import type { MailFilter } from "../../platform/outbox/delivery-state.ts";

export type DescribedUser = ReturnType<typeof describeUser>;

/** A newer service may know other states. */
type DescribedMail = Omit<ReturnType<typeof describeMail>, "state"> & { state: string };

export type DescribedEvent = Omit<RecordedEvent, "time"> & { time: string };

/** Of a setup link that was just made, or of none. */
export interface DescribedLink {
	setupLink: string | null;
	setupLinkExpiresAt: string | null;
	sentTo?: string;
}

interface NewUserAsked {
	name: string;
	id?: string | undefined;
	kind: User["kind"];
	role: User["role"];
	passwordHash: string | null;
	/** Members of a ProfileChange, unchecked. */
	profile: object;
	invite: "link" | "mail" | "none";
}

type ChangeAsked = Moves & { username?: string | undefined };

type DescribedGroup = ReturnType<typeof describeGroup<Group>>;

export type DescribedKey = ReturnType<typeof describeSigningKey>;

/** Each by its name, in any spelling. */
interface Users {
	find(name: string): Promise<DescribedUser>;
	/** By name: all, or those whose username begins so. `prefix` is canonical. */
	list(prefix?: string): Promise<DescribedUser[]>;
	show(name: string): Promise<
		DescribedUser & {
			emailRefused: boolean;
			sessions: number;
			setupLinkExpiresAt: string | null;
			closedToStrangersUntil: string | null;
		}
	>;
	factors(name: string): Promise<{
		user: Pick<DescribedUser, "username" | "secondFactorAt">;
		factors: Array<ReturnType<typeof describeFactor>>;
		recoveryCodes: { left: number; createdAt: string } | null;
	}>;
	add(asked: NewUserAsked): Promise<{ user: DescribedUser } & DescribedLink>;
	/** `profile`: members of a ProfileChange, unchecked. `members`: what differs from before. */
	set(
		name: string,
		profile: object,
		also?: ChangeAsked,
	): Promise<{ user: DescribedUser; members: string[]; ended: number; formerUsername: string | null }>;
	setRole(name: string, role: User["role"]): Promise<void>;
	disable(name: string, override: Override): Promise<{ ended: number }>;
	enable(name: string): Promise<void>;
	unlock(name: string): Promise<void>;
	remove(name: string, override?: Override): Promise<{ id: string }>;
	reset(
		name: string,
		how: { deliver: "link" | "mail"; secondFactor: boolean; accessKeys: boolean },
	): Promise<{ ended: number; accessKeys?: number; secondFactorDemanded: boolean } & DescribedLink>;
	endSessions(name: string): Promise<{ ended: number }>;
	/** All that is stored about a user: one JSON document, in pieces. */
	export(name: string): Promise<AsyncIterable<string>>;
}

interface Groups {
	list(): Promise<Array<DescribedGroup & { members: number }>>;
	find(
		name: string,
	): Promise<DescribedGroup & { members: Array<{ id: string; username: string; displayName: string }> }>;
	add(name: string, description: string): Promise<DescribedGroup>;
	describe(name: string, description: string): Promise<DescribedGroup>;
	/** Users by their names: all of them, or none. */
	move(
		name: string,
		moves: { join: readonly string[]; leave: readonly string[] },
	): Promise<{ joined: number; left: number; ended: number }>;
	remove(name: string): Promise<{ members: number; ended: number }>;
}

/** What commands about applications say of the service itself. */
export interface SingleSignOn {
	issuer: string;
	isOn: boolean;
	/** Private addresses that logout tokens may be sent to; over HTTP none is known. */
	outboundAllow: readonly string[];
}

interface Applications {
	singleSignOn(): Promise<SingleSignOn>;
	/** By name. */
	list(): Promise<DescribedClient[]>;
	find(id: string): Promise<DescribedShownClient>;
	add(asked: NewClientAsked): Promise<ReturnType<typeof describeMadeClient>>;
	/** `members`: what differs from before. */
	change(
		id: string,
		asked: AskedSettings,
	): Promise<{ client: DescribedClient; members: string[]; ended: number }>;
	disable(id: string): Promise<{ ended: number }>;
	enable(id: string): Promise<void>;
	remove(id: string): Promise<{ users: number; ended: number }>;
	/** `days`: how long it lives; undefined: it has no end. */
	addSecret(id: string, days: number | undefined): Promise<ReturnType<typeof describeMadeSecret>>;
	endSecret(id: string, secretId: string): Promise<void>;
	templates(): Promise<Array<ReturnType<typeof describeTemplate>>>;
	/** Those that a user lets know them, or is logged in to. */
	ofUser(name: string): Promise<Array<ReturnType<typeof describeClientOfUser>>>;
	endOfUser(id: string, name: string): Promise<{ ended: number }>;
}

interface Sessions {
	/** The live ones of all users or of one, the most recently used first. */
	list(userId?: string): Promise<Array<ReturnType<typeof describeSessionOfUser>>>;
	end(id: string): Promise<void>;
	endAll(): Promise<{ ended: number }>;
}

interface Events {
	/** The newest that match, oldest first. */
	newest(filter: EventFilter, most: number): Promise<DescribedEvent[]>;
	/** With the names, as of now, of who acted and of the application. */
	find(id: string): Promise<DescribedEvent & { actorName: string | null; clientName: string | null }>;
	/** Those that match and happen from when it resolves on, until the signal. */
	follow(filter: EventFilter, signal: AbortSignal): Promise<AsyncIterable<DescribedEvent[]>>;
	/** The oldest first, up to now, some at a time. */
	all(filter: EventFilter): Promise<AsyncIterable<DescribedEvent[]>>;
}

interface Mails {
	/** The newest first. */
	list(most: number, filter: MailFilter): Promise<DescribedMail[]>;
	/** Failed ones, or one of them. */
	retry(id?: string): Promise<{ retried: number; left: number }>;
}

interface Rotated {
	active: string;
	retired: string[];
}

interface Keys {
	/** Those that sign: access tokens, and what applications get. */
	list(): Promise<Record<"signing" | "applications", DescribedKey[]>>;
	/** `active`: the key that must still be in use. `applications`: theirs, which rotate with the signing keys. */
	rotate(
		kind: "signing" | "sealing",
		force: boolean,
		active?: string,
	): Promise<Rotated & { applications: Rotated | null }>;
}

export interface Administered {
	users: Users;
	groups: Groups;
	applications: Applications;
	sessions: Sessions;
	events: Events;
	mails: Mails;
	keys: Keys;
	/** The username of the service account that acts; null: an operator on the machine of the database. */
	actsAs: string | null;
}

export type Work<T> = (administered: Administered) => Promise<T>;

/** What a service tells of itself, which at its database is found out without one. */
export interface Service extends Administered {
	settings(): Promise<ReturnType<typeof describeSettings>>;
	examine(): Promise<Check[]>;
}

/** How a command gets to its deployment: by the database, or over HTTP where --server says so. */
export interface Reach {
	/** `make`: where there is no deployment yet, the command makes one. */
	<T>(work: Work<T>, given?: { make?: boolean }): Promise<T>;
	/** null: by the database. */
	overHttp: (<T>(work: (service: Service) => Promise<T>) => Promise<T>) | null;
}
