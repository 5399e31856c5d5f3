/** Any `(request) => Response` behind Sallyport: Deno, Bun, workers, route handlers of frameworks. SALLYPORT_URL */
import { createVerifier } from "@sallyport/verify";
import { principalOf, protect } from "@sallyport/verify/fetch";

const { SALLYPORT_URL = "http://localhost:8400" } = process.env;

const verifier = createVerifier({ issuer: SALLYPORT_URL });
export const handle = protect(verifier, (request) => {
	if (request.method === "POST")
		return Response.json({ author: principalOf(request).userId }, { status: 201 });
	return Response.json({ caller: principalOf(request) });
});
