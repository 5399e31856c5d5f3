/**
 * What a program does that runs by itself: it logs in with its access key, calls an API and logs out.
 *
 *   SALLYPORT_KEY_FILE=nightly.key node examples/program/report.mjs
 *
 * SALLYPORT_URL is the service (http://localhost:8400), API_URL an address behind the login (the service's own "who am I"). The key
 * is in a file, because arguments and variables can be read by others, and is printed nowhere. `access-key add --out` writes its csrf
 * value and its user below it; SALLYPORT_CSRF and SALLYPORT_USERNAME take their place.
 */
import { readFileSync } from "node:fs";
import { createProgramClient } from "@sallyport/client";

const {
	SALLYPORT_URL: baseUrl = "http://localhost:8400",
	API_URL: api = `${baseUrl}/api/auth/session`,
	SALLYPORT_KEY_FILE: file = "nightly.key",
} = process.env;

try {
	const [accessKey, ofKey, user] = readFileSync(file, "utf8").trim().split(/\r?\n/);
	const { SALLYPORT_USERNAME: username = user, SALLYPORT_CSRF: csrf = ofKey } = process.env;
	const client = createProgramClient({ baseUrl, origins: [api], username, accessKey, csrf });
	const response = await client.fetch(api);
	console.log(`The API answered ${response.status}: ${await response.text()}`);
	if (!response.ok) process.exitCode = 1;
	await client.logOut();
} catch (error) {
	console.error(`${error.code ?? error.name}: ${error.message}`);
	process.exitCode = 1;
}
