/** Those who wait for others to end, the one that has waited longest first. */
export interface WaitingLine {
	size(): number;
	/** Lets the first one go on; false: there is none. */
	wake(): boolean;
	/** True when woken; false after so many milliseconds. Rejects when the client has gone, which leaves the line at once. */
	wait(signal: AbortSignal, most: number): Promise<boolean>;
}

export function createWaitingLine(): WaitingLine {
	const waiting = new Set<() => void>();
	return {
		size: () => waiting.size,
		wake() {
			const [first] = waiting;
			first?.();
			return first !== undefined;
		},
		wait(signal, most) {
			return new Promise((resolve, reject) => {
				function leave(): void {
					waiting.delete(wake);
					clearTimeout(timer);
					signal.removeEventListener("abort", giveUp);
				}
				function wake(): void {
					leave();
					resolve(true);
				}
				function giveUp(): void {
					leave();
					reject(signal.reason);
				}
				const timer = setTimeout(() => {
					leave();
					resolve(false);
				}, most);
				if (signal.aborted) return giveUp();
				signal.addEventListener("abort", giveUp);
				waiting.add(wake);
			});
		},
	};
}
