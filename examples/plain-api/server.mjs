/**
 * An API that knows nothing of logins: a gateway in front of it lets logged-in users through, and names them in
 * X-Auth-*. It answers with all that it was sent. It must be reachable by the gateway only: any other client could claim
 * to be any user.
 *
 *   node examples/plain-api/server.mjs        PORT, default 9000
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const port = Number(process.env.PORT ?? 9000);

const server = createServer(async (request, response) => {
	const body = await text(request);
	const told = (name) => request.headers[`x-auth-${name}`];
	const answer = {
		caller: {
			id: told("user-id"),
			username: decodeURIComponent(String(told("username"))),
			role: told("role"),
		},
		request: `${request.method} ${request.url}`,
		body,
		headers: request.rawHeaders,
	};
	response.writeHead(200, { "content-type": "application/json" }).end(`${JSON.stringify(answer, null, 2)}\n`);
});
server.listen(port, "127.0.0.1", () => console.log(`The plain API listens on http://127.0.0.1:${port}.`));
