import { executionAsyncResource } from "node:async_hooks";

const kept = new Set<object>();

/**
 * Keeps one of the objects that `process.nextTick` makes. V8 forgets the shape of objects when a garbage collection finds none,
 * and Node 24 then makes each of them the slow way until the process ends: 8 µs of every request. See decision 0064.
 */
export function keepTick(): void {
	process.nextTick(() => kept.size > 0 || kept.add(executionAsyncResource()));
}
