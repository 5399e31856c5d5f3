/** The service's own hashing queue under a made-up clock, with clients that try again as the login page does. */
import { createJobQueue } from "../../packages/server/src/identity/password/job-queue.ts";
import { seededRandom } from "../../packages/server/test/support/seeded-random.ts";
import { quantile } from "../lib/statistics.ts";
import { figure } from "./figures.ts";

type Client = { from: string; lane: "known" | "quiet"; cameAt: number; tries: number };

interface Crowd {
	threads: number;
	/** Logins a second, highest in the middle. */
	rate: (time: number) => number;
	/** No new client comes later; those that were refused come back until they are in. */
	until: number;
	seed: number;
	/** Ends at the first refusal. */
	strict?: boolean | undefined;
}

/** One instance. Times in milliseconds. */
export function simulate({ threads, rate, until, seed, strict = false }: Crowd) {
	const { below } = seededRandom(seed);
	const draw = () => below(2 ** 30) / 2 ** 30;
	const [service, known, limit] = [1000 / figure("perCore"), figure("known"), figure("queue")];
	const highest = rate(until / 2);
	let [now, free, waiting, away, clients, refusals, refused] = [0, threads, 0, 0, 0, 0, 0];
	const queue = createJobQueue<Client>({
		...{ limit, deadline: figure("deadline") * 1000, clock: () => now },
		random: (size) => Buffer.from(Array.from({ length: size }, () => below(256))),
	});
	const ends = new Map<number, number>();
	const returns = new Map<number, Client[]>();
	const waits: number[] = [];
	function start(client: Client): void {
		free -= 1;
		waits.push(now - client.cameAt);
		const end = now + Math.round(service * (0.8 + 0.4 * draw()));
		ends.set(end, (ends.get(end) ?? 0) + 1);
	}
	function refuse(client: Client): void {
		[refusals, away] = [refusals + 1, away + 1];
		if (client.tries === 1) refused += 1;
		// Retry-After and up to a second; after four refusals in a row the person comes back in one to three minutes.
		const pause = client.tries % 4 === 0 ? 60_000 + 120_000 * draw() : 2000 + 1000 * draw();
		const at = now + Math.ceil(pause);
		returns.set(at, [...(returns.get(at) ?? []), client]);
	}
	function attempt(client: Client): void {
		client.tries += 1;
		if (free > 0) start(client);
		else {
			const hasRoom = queue.hasRoom(client.from, client.lane === "known");
			const dropped = hasRoom ? queue.add(client, client) : client;
			if (dropped === undefined) waiting += 1;
			else refuse(dropped);
		}
	}
	/** Poisson arrivals, thinned to the rate of the moment. */
	function arrivalAfter(time: number): number {
		let at = time;
		do at -= (1000 / highest) * Math.log(1 - draw());
		while (at < until && draw() * highest > rate(at));
		return at;
	}
	let next = arrivalAfter(0);
	for (; (next < until || waiting > 0 || away > 0) && !(strict && refusals > 0); now += 1) {
		free += ends.get(now) ?? 0;
		ends.delete(now);
		const late = waiting > 0 ? queue.takeLate() : [];
		waiting -= late.length;
		for (const client of late) refuse(client);
		for (; free > 0 && waiting > 0; waiting -= 1) start(queue.next() as Client);
		const back = returns.get(now) ?? [];
		returns.delete(now);
		away -= back.length;
		for (const client of back) attempt(client);
		for (; next < Math.min(until, now + 1); next = arrivalAfter(next)) {
			clients += 1;
			const from = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
			attempt({ from, lane: draw() < known ? "known" : "quiet", cameAt: now, tries: 0 });
		}
	}
	const [p50, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)];
	return { clients, refused: refused / clients, refusals, p50, p99, end: now };
}
