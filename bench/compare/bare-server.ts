/** The limit of a check: node:http with an answer as long as ours, and nothing to find out. */
import { createServer } from "node:http";

const body = JSON.stringify("x".repeat(372));

createServer((_request, response) => {
	response.setHeader("content-type", "application/json; charset=utf-8");
	response.setHeader("content-length", Buffer.byteLength(body));
	response.setHeader("cache-control", "no-store");
	response.end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
