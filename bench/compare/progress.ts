/** One line on the terminal that says what is measured now; elsewhere a line per step. Goes to standard error. */
export interface Progress {
	scenario(name: string): void;
	step(what: string): void;
	end(): void;
}

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
	const began = performance.now();
	let scenario = "";
	const show = (text: string) => {
		const line = `${String(Math.round((performance.now() - began) / 1000)).padStart(4)} s  ${text}`;
		stream.write(stream.isTTY ? `\r\x1b[K${line.slice(0, (stream.columns ?? 80) - 1)}` : `${line}\n`);
	};
	return {
		scenario(name) {
			scenario = name;
		},
		step: (what) => show(`${scenario}: ${what}`),
		end() {
			if (stream.isTTY) stream.write("\r\x1b[K");
		},
	};
}

export const silent: Progress = { scenario() {}, step() {}, end() {} };
