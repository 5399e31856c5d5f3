/**
 * How APIs read the target of a request: whether they take it for /insight/admin or for what lies below. Express, Fastify and
 * Hono are themselves. Flask and Spring are their rules, as their most lenient settings have them.
 */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { bridge } from "./api-stacks.ts";
import { sendRaw } from "./raw.ts";

export interface PathReader {
	name: string;
	isAdmin(target: string): boolean | Promise<boolean>;
}

/** What the handler of the admin path answers. */
const HERE = "This is the admin handler.";
const isBelow = (path: string) => /^\/insight\/admin(\/|$)/.test(path);
/** Without what some servers take for space before it, and without scheme, host and query. */
const pathOf = (target: string) =>
	target
		.replace(/^[\0- ]+/, "")
		.replace(/^https?:\/\/[^/]*/, "")
		.replace(/[?].*$/s, "");

/** The bytes that stand for a text of UTF-8; escapes that are none stay. */
function unescaped(path: string): string {
	const bytes = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	return Buffer.from(bytes, "latin1").toString();
}

function resolved(path: string): string {
	const names: string[] = [];
	for (const name of path.split("/")) {
		if (name === "..") names.pop();
		else if (name !== "." && name !== "") names.push(name);
	}
	return `/${names.join("/")}`;
}

/**
 * PATH_INFO is the path without a fragment, its escapes decoded, %2F too, and one slash at its beginning (werkzeug/serving.py,
 * make_environ, on http.server and urlsplit). Rules "/insight/admin" and "/insight/admin/<path:rest>" match it in this
 * case; other slashes in a row are redirected to one (werkzeug/routing/map.py, merge_slashes).
 */
export function readByFlask(target: string): boolean {
	const path = unescaped(pathOf(target).replace(/#.*/s, ""));
	return /^\/insight\/admin(\/[^/][^\n]*)?$/.test(path.replace(/^\/*/, "/"));
}

/** As in Java: of one character each, so that İ and ı are i (Character.toLowerCase, String.equalsIgnoreCase). */
const folded = (path: string) => path.replace(/[İı]/g, "i").toLowerCase();

/**
 * By the servlet path: Tomcat takes parameters (;a=b) away, decodes, takes a backslash for a slash (allowBackslash,
 * encodedSolidusHandling=decode) and resolves dots (CoyoteAdapter: parsePathParameters, normalize); AntPathMatcher then compares,
 * in any case, and takes /admin.json for /admin (useSuffixPatternMatch). By the request URI: PathPattern decodes each name
 * by itself, without its parameters, and resolves nothing (DefaultPathContainer).
 */
export function readBySpring(target: string): boolean {
	const bare = pathOf(target).replace(/;[^/]*/g, "");
	const byServlet = folded(resolved(unescaped(bare).replaceAll("\\", "/"))).replace(/\.[^/]*$/, "");
	const byUri = folded(bare.split("/").map(unescaped).join("/"));
	return !unescaped(bare).includes("\0") && (isBelow(byServlet) || isBelow(byUri));
}

/** No framework alone: whatever any of them, or a file system behind them, takes for the same. */
export function readByAll(target: string): boolean {
	let path = pathOf(target);
	for (let last = ""; last !== path; ) {
		last = path;
		// Overlong forms of ASCII too.
		path = path.replace(/%c([01])%([89ab][0-9a-f])/gi, (_, high: string, low: string) =>
			String.fromCharCode(((Number(high) & 1) << 6) | (Number.parseInt(low, 16) & 63)),
		);
		path = unescaped(path.replace(/%e0%80%/gi, "%")).normalize("NFKC");
	}
	const readings = [path, path.replace(/[?#].*$/s, "")].map((each) => {
		const names = each.replace(/[;\0][^/]*/g, "").replaceAll("\\", "/");
		return folded(resolved(names))
			.replace(/[\s\p{Cc}]/gu, "")
			.replace(/\.[^/]*(?=\/|$)/g, "");
	});
	return readings.some((each) => /\/insight\/admin(\/|$)/.test(each));
}

/** A real server; it takes a target for the admin path when the handler of that path answers. */
async function served(name: string, listener: RequestListener): Promise<PathReader & { stop(): void }> {
	const server = createServer(listener);
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	return {
		name,
		async isAdmin(target) {
			const head = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
			return (await sendRaw(port, Buffer.from(head, "latin1"))).text.includes(HERE);
		},
		stop: () => void server.close(),
	};
}

export async function startPathReaders(): Promise<{ readers: PathReader[]; stop(): void }> {
	const ofExpress = express().set("env", "test");
	ofExpress.get(["/insight/admin", "/insight/admin/*rest"], (_request, response) => void response.send(HERE));
	const lenient = {
		caseSensitive: false,
		ignoreTrailingSlash: true,
		ignoreDuplicateSlashes: true,
		useSemicolonDelimiter: true,
	};
	const ofFastify = fastify({ routerOptions: lenient });
	for (const path of ["/insight/admin", "/insight/admin/*"]) ofFastify.get(path, () => HERE);
	await ofFastify.ready();
	const ofHono = new Hono();
	ofHono.get("/insight/admin/*", (context) => context.text(HERE));
	const real = [
		await served("Express", ofExpress),
		await served("Fastify", (request, response) => ofFastify.routing(request, response)),
		await served(
			"Hono",
			bridge((request) => ofHono.fetch(request)),
		),
	];
	return {
		readers: [
			...real,
			{ name: "Flask", isAdmin: readByFlask },
			{ name: "Spring", isAdmin: readBySpring },
			{ name: "all at once", isAdmin: readByAll },
		],
		stop: () => {
			for (const each of real) each.stop();
		},
	};
}
