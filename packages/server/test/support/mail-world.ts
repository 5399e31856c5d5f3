/** A service that sends mail to a real server, and users who read theirs. */
import { anyRank, type Delivery } from "../../src/platform/outbox/delivery-store.ts";
import { MOST_AT_ONCE } from "../../src/platform/outbox/send-deliveries.ts";
import { usersOf } from "./administration.ts";
import { cheap } from "./cheap-hashing.ts";
import { eventually } from "./interleave.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";
import { startTestService, type TestService, type TestServiceOptions } from "./service.ts";

export interface MailWorld {
	service: TestService;
	mail: MailServer;
	/** A name that is not taken, and its address. */
	newName(): { name: string; address: string };
	/** A new user with a verified address. */
	newReader(): Promise<{ name: string; address: string }>;
	/** A user with an address, which is verified unless `verified` is false. */
	addReader(name: string, email: string, more?: Reader): Promise<{ id: string }>;
	/** What the outbox holds for a user, the newest. */
	delivery(name: string): Promise<Shown | undefined>;
	/** Makes the instance look, and waits until the delivery is as expected. */
	look(name: string, until: (delivery: Shown | undefined) => boolean): Promise<void>;
	/** The instance has tried all that is due. */
	looked(): Promise<void>;
	/** The instance waits for the answers to as many mails as it sends at once, and sends no further one until the result is called. */
	holdUp(): Promise<() => void>;
	/** The same for recoveries: none is looked up, and other mails are sent. */
	holdUpRecoveries(): Promise<() => void>;
	/** Queues a mail: an operator resets the user. */
	notify(name: string): Promise<void>;
	stop(): Promise<void>;
}

type Shown = Pick<Delivery, "kind" | "state" | "attempts" | "unanswered" | "leaseUntil" | "lastStatus">;

interface Reader {
	verified?: boolean;
	locale?: string;
	role?: "user" | "admin";
	password?: string;
}

/** `given`: a mail server that continues when this world ends. */
export async function startMailWorld(
	{ settings = {}, ...options }: TestServiceOptions = {},
	given?: MailServer,
): Promise<MailWorld> {
	const mail = given ?? (await startMailServer());
	const service = await startTestService({
		...options,
		// A test says which client address a request comes from.
		settings: {
			...cheap,
			...mail.settings,
			SALLYPORT_TRUSTED_PROXIES: "127.0.0.1,::1",
			...settings,
		},
	});
	const { opened, outbox } = service.running.deployment;
	const { database } = opened;
	// An instance learns only by looking, every five seconds, of what a command or a plain operation has queued.
	mail.beforeWaiting(outbox.nudge);
	const delivery: MailWorld["delivery"] = (name) =>
		database
			.selectFrom("deliveries")
			.innerJoin("users", "users.id", "subject_id")
			.where("username", "=", name)
			.select([
				"kind",
				"state",
				"attempts",
				"unanswered",
				"lease_until as leaseUntil",
				"last_status as lastStatus",
			])
			.orderBy("deliveries.created_at", "desc")
			.executeTakeFirst();
	async function addReader(
		name: string,
		email: string,
		{ verified = true, locale, role = "user", password }: Reader = {},
	) {
		const { id } = await service.addUser(name, password);
		const users = usersOf(service);
		// Before there is an address: no mail tells of it.
		if (role === "admin") await users.setRole(name, role);
		await users.set(name, { email, emailVerified: verified, locale });
		return { id };
	}
	let names = 0;
	const newName = () => {
		names += 1;
		return { name: `user${names}`, address: `reader${names}@example.com` };
	};
	async function newReader() {
		const given = newName();
		await addReader(given.name, given.address);
		return given;
	}
	const notify: MailWorld["notify"] = async (name) => void (await usersOf(service).reset(name));
	const due = () =>
		database
			.selectFrom("deliveries")
			.select("id")
			.where("state", "=", "waiting")
			.where("rank", "in", anyRank)
			.where("next_at", "<=", service.now())
			.executeTakeFirst();
	async function looked() {
		await eventually(async () => {
			outbox.nudge();
			return (await due()) === undefined;
		});
	}
	async function held(cause: (name: string) => Promise<unknown>) {
		const { promise, resolve } = Promise.withResolvers<void>();
		const all = Array.from({ length: MOST_AT_ONCE }, newName);
		mail.behave(...all.map(() => () => promise));
		for (const { name, address } of all) {
			await addReader(name, address);
			await cause(name);
		}
		for (const { address } of all) await mail.next(address);
		return resolve;
	}
	return {
		service,
		mail,
		newName,
		newReader,
		addReader,
		delivery,
		async look(name, until) {
			await eventually(async () => {
				outbox.nudge();
				return until(await delivery(name));
			});
		},
		looked,
		holdUp: () => held(notify),
		holdUpRecoveries: () => held((login) => service.visitor().post("/api/auth/recovery", { login })),
		notify,
		async stop() {
			await service.stop();
			if (given === undefined) await mail.stop();
		},
	};
}
