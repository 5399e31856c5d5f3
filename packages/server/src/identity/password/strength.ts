import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import type { StrengthQuestion } from "./strength-worker.ts";
import { createWorkQueue } from "./work-queue.ts";

/** Milliseconds without work after which the thread ends. */
const REST = 10_000;

/** What the thread loads. For `doctor`, which has no password to estimate. */
export const loadDictionaries = () => import("./strength-worker.ts");

export type PasswordStrength = ReturnType<typeof createPasswordStrength>;

/** Estimates in a thread of its own, which starts with the first question: see strength-worker.ts. */
export function createPasswordStrength({ rest = REST }: { rest?: number } = {}) {
	const queue = createWorkQueue({ atOnce: 1, queueLimit: 32, deadline: 5_000 });
	let thread: Worker | null = null;
	let ending: NodeJS.Timeout | undefined;

	function start(): Worker {
		const worker = new Worker(new URL("./strength-worker.ts", import.meta.url), {
			name: "strength",
			env: environment(),
			execArgv: [], // no debugger, watcher or loader of the main thread
			resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 },
		});
		const forget = (): void => {
			if (thread === worker) thread = null;
		};
		worker.once("error", forget).once("exit", forget);
		thread = worker;
		return worker;
	}

	async function end(): Promise<void> {
		clearTimeout(ending);
		const ended = thread;
		thread = null;
		await ended?.terminate();
	}

	async function ask(question: StrengthQuestion): Promise<number> {
		clearTimeout(ending);
		const worker = thread ?? start();
		worker.ref();
		try {
			return await answerOf(worker, question);
		} finally {
			worker.unref();
			ending = setTimeout(() => void end(), rest).unref();
		}
	}

	return {
		/**
		 * The decimal logarithm of the guesses. A long password may take a second, so users take turns: one who asks without end
		 * holds up no other one. Rejects with Overloaded when too many ask at once.
		 */
		guesses: (question: StrengthQuestion, username: string): Promise<number> =>
			queue.run(() => ask(question), undefined, { lane: "quiet", from: username }),
		/** Ends the thread, which otherwise ends by itself. */
		async close(): Promise<void> {
			await queue.close();
			await end();
		},
	};
}

/** Rejects when the thread dies instead. */
async function answerOf(worker: Worker, question: StrengthQuestion): Promise<number> {
	const answer = Promise.withResolvers<number>();
	const died = (code: number) => answer.reject(new Error(`The strength thread ended with code ${code}.`));
	worker.once("message", answer.resolve).once("error", answer.reject).once("exit", died);
	worker.postMessage(question);
	try {
		return await answer.promise;
	} finally {
		worker.off("message", answer.resolve).off("error", answer.reject).off("exit", died);
	}
}

/**
 * A thread does not get the environment, which may hold the secret. It shares the compile cache, when there is one:
 * without it the thread loads the type stripper, 13 MB of memory and half of its time to start.
 */
function environment(): NodeJS.ProcessEnv {
	const versioned = getCompileCacheDir();
	return versioned === undefined ? {} : { NODE_COMPILE_CACHE: dirname(versioned) };
}
