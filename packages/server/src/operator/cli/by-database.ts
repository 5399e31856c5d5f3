import { setTimeout } from "node:timers/promises";
import { issuerOf } from "../../identity/application/endpoints.ts";
import {
	describeFactor,
	describeGroup,
	describeMail,
	describeSessionOfUser,
	describeSigningKey,
} from "../../operations/administration/describe-listed.ts";
import { describeUser } from "../../operations/administration/describe-user.ts";
import { describeLink } from "../../operations/administration/give-link.ts";
import {
	describeClient,
	describeClientOfUser,
	describeMadeClient,
	describeMadeSecret,
	describeShownClient,
	describeTemplate,
} from "../../operations/application/describe-client.ts";
import { isMatch } from "../../platform/audit/event-filter.ts";
import type { RecordedEvent } from "../../platform/audit/recorded-event.ts";
import { isGiven } from "../../platform/config/config.ts";
import { findServed } from "../../platform/keys/served-settings.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import type { Administered, Work } from "./administered.ts";
import { linkOf } from "./describe-link.ts";
import { type Opened, withDeployment } from "./with-deployment.ts";

/** A command that has the database of its deployment. */
export function byDatabase<T>(work: Work<T>, given: { make?: boolean } = {}): Promise<T> {
	return withDeployment(
		(opened) =>
			work({
				users: usersOf(opened),
				groups: groupsOf(opened),
				applications: applicationsOf(opened),
				sessions: sessionsOf(opened),
				events: eventsOf(opened),
				mails: mailsOf(opened),
				keys: keysOf(opened),
				actsAs: null,
			}),
		given,
	);
}

/** Access to the database is the permission. */
const machineMay = async () => {};

function usersOf({ users, exports }: Opened): Administered["users"] {
	return {
		find: async (name) => describeUser(await users.find(name)),
		list: async (prefix = "") => (await Array.fromAsync(users.list(prefix))).flat().map(describeUser),
		async show(name) {
			const { user, sessions, setupLinkExpiresAt, emailRefused, closedUntil } = await users.show(name);
			return {
				...describeUser(user),
				emailRefused,
				sessions,
				setupLinkExpiresAt: timestamp(setupLinkExpiresAt),
				closedToStrangersUntil: timestamp(closedUntil),
			};
		},
		async factors(name) {
			const { user, factors, recoveryCodes: codes } = await users.factors(name);
			const recoveryCodes = codes && { left: codes.left, createdAt: timestamp(codes.createdAt) };
			return { user: describeUser(user), factors: factors.map(describeFactor), recoveryCodes };
		},
		async add(asked) {
			const { user, ...link } = await users.add(asked);
			return { user: describeUser(user), ...linkOf(describeLink(link)) };
		},
		async set(name, profile, also = {}) {
			const { user, ...done } = await users.set(name, profile, also);
			return { user: describeUser(user), ...done };
		},
		async setRole(name, role) {
			await users.setRole(name, role);
		},
		disable: (name, override) => users.disable(name, override),
		enable: (name) => users.enable(name),
		unlock: (name) => users.unlock(name),
		remove: (name, override) => users.remove(name, override),
		async reset(name, { deliver, ...also }) {
			const done = await users.reset(name, { ...also, give: deliver === "mail" ? "mail" : "show" });
			const { ended, accessKeys, secondFactorDemanded } = done;
			const keys = accessKeys === undefined ? {} : { accessKeys };
			return { ended, ...keys, ...linkOf(describeLink(done)), secondFactorDemanded };
		},
		endSessions: (name) => users.endSessions(name),
		export: (name) => exports.user(name, machineMay),
	};
}

function groupsOf({ groups }: Opened): Administered["groups"] {
	return {
		list: async () => (await groups.list()).map(describeGroup),
		find: async (name) => describeGroup(await groups.find(name)),
		add: async (name, description) => describeGroup(await groups.add(name, description)),
		describe: async (name, description) => describeGroup(await groups.describe(name, description)),
		move: (name, moves) => groups.move(name, moves),
		remove: (name) => groups.remove(name),
	};
}

function applicationsOf({ applications, deployment }: Opened): Administered["applications"] {
	return {
		async singleSignOn() {
			const { baseUrl, oidc, outboundAllow } = deployment.config;
			const served = isGiven("oidc") ? null : await findServed(deployment.opened.database, "oidc");
			return { issuer: issuerOf(baseUrl), isOn: (served ?? oidc) === "on", outboundAllow };
		},
		find: async (id) => describeShownClient(await applications.show(id), "en"),
		list: async () => (await Array.fromAsync(applications.list())).flat().map(describeClient),
		add: async (asked) => describeMadeClient(await applications.add(asked), "en"),
		async change(id, asked) {
			const done = await applications.change({ id }, asked);
			return { client: describeClient(await applications.find(id)), ...done };
		},
		disable: async (id) => ({ ended: (await applications.disable({ id })).ended }),
		async enable(id) {
			await applications.enable({ id });
		},
		remove: (id) => applications.remove({ id }),
		addSecret: async (id, days) => describeMadeSecret(await applications.addSecret(id, { days })),
		endSecret: (id, secretId) => applications.endSecret(id, secretId),
		templates: async () => (await applications.templates()).map(describeTemplate),
		endOfUser: (id, name) => applications.endOfUser(name, id),
		ofUser: async (name) => (await applications.listOfUser(name)).map(describeClientOfUser),
	};
}

function sessionsOf({ sessions }: Opened): Administered["sessions"] {
	return {
		list: async (userId) => (await sessions.list(userId)).map(describeSessionOfUser),
		end: (id) => sessions.end(id),
		endAll: () => sessions.endAll(),
	};
}

/** An event as --json shows one. */
export const describeEvent = <Event extends RecordedEvent>({ id, time, ...event }: Event) => ({
	id,
	time: timestamp(time),
	...event,
});

/** Milliseconds between two looks at what is new. */
const INTERVAL = 1000;

function eventsOf({ events, exports }: Opened): Administered["events"] {
	return {
		find: async (id) => describeEvent(await events.find(id)),
		newest: async (filter, most) => (await events.newest(filter, most)).map(describeEvent),
		async follow(filter, signal) {
			const next = await events.follow();
			return (async function* () {
				while (!signal.aborted) {
					yield (await next()).filter((event) => isMatch(event, filter)).map(describeEvent);
					await setTimeout(INTERVAL, undefined, { signal }).catch(() => {});
				}
			})();
		},
		async all(filter) {
			const pages = await exports.events(filter, machineMay);
			return (async function* () {
				for await (const page of pages) yield page.map(describeEvent);
			})();
		},
	};
}

function mailsOf({ mails }: Opened): Administered["mails"] {
	return {
		list: async (most, filter) => (await mails.list(most, filter)).map(describeMail),
		retry: (id) => mails.retry(id),
	};
}

function keysOf({ keys }: Opened): Administered["keys"] {
	return {
		list: async () => ({
			signing: (await keys.listSigningKeys()).map(describeSigningKey),
			applications: (await keys.listOfApplications()).map(describeSigningKey),
		}),
		rotate: (kind, ...how) =>
			kind === "signing" ? keys.rotateSigningKey(...how) : keys.rotateSealingKey(...how),
	};
}
