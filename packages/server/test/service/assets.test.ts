import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { after, before, it } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
let paths: string[];
before(async () => {
	service = await startTestService({
		settings: { ...cheap, SALLYPORT_ALLOWED_ORIGINS: "https://app.example" },
	});
	const { text } = await service.visitor().get("/login");
	paths = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
});
after(() => service.stop());

/** Without fetch, which asks for a compression by itself and takes it off. */
async function load(path: string, headers: Record<string, string> = {}, method = "GET") {
	const options = { port: service.port, host: "127.0.0.1", path, headers, method, agent: false };
	const response = await new Promise<IncomingMessage>((resolve, reject) =>
		get(options, resolve).on("error", reject),
	);
	return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

it("a page's files come compressed as the browser can read them, to be kept for good", async () => {
	const types = {
		css: "text/css; charset=utf-8",
		js: "text/javascript; charset=utf-8",
		svg: "image/svg+xml",
	};
	assert.deepEqual(new Set(paths.map((path) => path.split(".").at(-1))), new Set(Object.keys(types)));
	for (const path of paths) {
		const plain = await load(path);
		const br = await load(path, { "accept-encoding": "gzip, deflate, br" });
		const gzip = await load(path, { "accept-encoding": "gzip;q=0.5, br;q=0" });
		assert.deepEqual(
			[plain, br, gzip].map(({ status, headers }) => [status, headers["content-encoding"]]),
			[
				[200, undefined],
				[200, "br"],
				[200, "gzip"],
			],
		);
		assert.deepEqual(brotliDecompressSync(br.body), plain.body);
		assert.deepEqual(gunzipSync(gzip.body), plain.body);
		for (const { headers, body } of [plain, br, gzip]) {
			assert.equal(headers["content-type"], types[path.split(".").at(-1) as keyof typeof types]);
			assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
			assert.equal(headers.vary, "Origin, Accept-Encoding");
			assert.equal(headers["content-length"], String(body.length));
		}
		const head = await load(path, { "accept-encoding": "br" }, "HEAD");
		assert.deepEqual([head.status, head.headers["content-length"]], [200, String(br.body.length)]);
	}
});

it("only what a page can name is served: no other file of the folder, and nothing outside it", async () => {
	const [script = ""] = paths.filter((path) => path.endsWith(".js"));
	const others = [
		`${script}.br`,
		`${script}.gz`,
		`${script}.map`,
		`${script}/`,
		"/assets/constructor",
		"/assets/a.js",
	];
	for (const path of [...others, "/assets/..%2fen.json", "/assets/..%2fen.docs.html"])
		assert.equal((await load(path)).status, 404, path);
});
