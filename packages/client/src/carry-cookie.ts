import { headersOf, methodOf, requireRepeatable, sendAsIs, sendCarrying } from "./carried-request.ts";
import type { Carry } from "./carry-token.ts";
import type { Connection } from "./connection.ts";
import { freshCsrf, refusalIn } from "./read-response.ts";
import { createRenewAhead } from "./renew-ahead.ts";

/** Includes cookies, and the CSRF token in unsafe requests; repeats once with a fresh token. */
export function createCarryCookie(connection: Connection): Carry {
	const { credential } = connection;
	const renewAhead = createRenewAhead(connection);

	return async function carry(request) {
		renewAhead();
		const { init } = request;
		const credentials = init?.credentials ?? "include";
		const isUnsafe = !["GET", "HEAD"].includes(methodOf(request));
		const send = async () => {
			const headers = headersOf(request);
			const kept = credential.cookies.header();
			// The browser handles its own cookies, also after a redirect.
			if (!isUnsafe && kept === undefined) return sendAsIs(connection, request, { credentials });
			if (isUnsafe) headers.set("csrf", await connection.csrf({ signal: init?.signal ?? undefined }));
			const cookie = [headers.get("cookie"), kept].filter(Boolean).join("; ");
			if (cookie) headers.set("cookie", cookie);
			return sendCarrying(connection, request, { headers, credentials });
		};

		const response = await send();
		if (response.status === 401) connection.refused((await refusalIn(response)).code);
		if (response.status !== 403 || !isUnsafe) return response;
		const fresh = freshCsrf(await refusalIn(response));
		if (fresh === undefined) return response;
		credential.giveCsrf(fresh);
		requireRepeatable(request);
		return send();
	};
}
