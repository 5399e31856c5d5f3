import { styleText } from "node:util";

/** One exchange as the demo needs it. */
export interface Heard {
	status: number;
	text: string;
	body: Record<string, unknown>;
	/** What a browser would send back. */
	cookie: string;
}

export interface Talk {
	/** Opens a chapter. */
	say(title: string, why: string): void;
	/** Sends a request and prints both sides, unless it is quiet. */
	ask(
		line: string,
		given: { headers?: Record<string, string>; body?: object },
		loudness?: "quiet",
	): Promise<Heard>;
	/** Prints whether the contract was kept. */
	expect(what: string, holds: boolean): void;
	/** Prints the sum; returns the exit code. */
	finish(): number;
}

/** These would drown the rest. */
const shownHeaders = ["csrf", "cookie", "authorization", "origin"];

export function createConversation(baseUrl: string): Talk {
	let kept = 0;
	let broken = 0;
	const dim = (text: string) => styleText("dim", text);
	return {
		say(title, why) {
			console.log(`${styleText("bold", title)}\n${why}\n`);
		},
		async ask(line, { headers = {}, body }, loudness) {
			const [method = "GET", path = "/"] = line.split(" ");
			const payload = body === undefined ? null : JSON.stringify(body);
			const response = await fetch(`${baseUrl}${path}`, {
				method,
				headers,
				body: payload,
				redirect: "manual",
			});
			const text = await response.text();
			const isJson = response.headers.get("content-type")?.includes("json") ?? false;
			const parsed = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
			const cookies = response.headers
				.getSetCookie()
				.map((each) => each.split(";")[0] ?? "")
				.filter((each) => !each.endsWith("="));
			if (loudness !== "quiet") {
				console.log(`  → ${line}`);
				for (const name of shownHeaders)
					if (headers[name]) console.log(dim(`    ${name}: ${cut(headers[name])}`));
				if (payload !== null) console.log(dim(`    ${cut(payload, 110)}`));
				console.log(`  ← ${response.status}`);
				for (const cookie of cookies) console.log(dim(`    set-cookie: ${cut(cookie)}`));
				console.log(dim(`    ${isJson ? brief(parsed) : `${text.length} bytes of HTML`}`));
			}
			return { status: response.status, text, body: parsed, cookie: cookies.join("; ") };
		},
		expect(what, holds) {
			if (holds) kept++;
			else broken++;
			console.log(`  ${holds ? styleText("green", "✓") : styleText("red", "✗")} ${what}\n`);
		},
		finish() {
			console.log(
				broken === 0
					? `All ${kept} steps answered as the contract says.`
					: `${broken} of ${kept + broken} steps did not.`,
			);
			return broken === 0 ? 0 : 1;
		},
	};
}

/** Long values by their beginning. */
function brief(body: Record<string, unknown>): string {
	const short = Object.entries(body).map(([name, value]) => [
		name,
		typeof value === "string" ? cut(value) : value,
	]);
	return cut(JSON.stringify(Object.fromEntries(short)), 240);
}

function cut(text: string, length = 60): string {
	return text.length <= length ? text : `${text.slice(0, length)}…`;
}
