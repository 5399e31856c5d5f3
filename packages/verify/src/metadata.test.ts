import assert from "node:assert/strict";
import { it } from "node:test";
import { readMetadata } from "./metadata.ts";

const issuer = "https://host.example/analytics";
const metadata = {
	issuer,
	jwks_uri: `${issuer}/.well-known/jwks.json`,
	status_list_aggregation_endpoint: `${issuer}/api/auth/status`,
	credential_check_endpoint: `${issuer}/api/auth/check`,
};

it("reads the addresses below the issuer", () => {
	assert.deepEqual(readMetadata(metadata, issuer), {
		jwksUri: metadata.jwks_uri,
		statusEndpoint: metadata.status_list_aggregation_endpoint,
		checkEndpoint: metadata.credential_check_endpoint,
	});
});

const members = ["jwks_uri", "status_list_aggregation_endpoint", "credential_check_endpoint"];
const elsewhere = [
	undefined,
	null,
	7,
	"",
	"/api",
	"https://evil.example/api",
	"https://host.example/other",
	"https://host.example.evil.example/analytics/x",
	"https://host.example/analytics-evil/x",
	"http://host.example/analytics/x",
	`${issuer}/../other`,
	`${issuer}/%2e%2e/other`,
	`${issuer}@evil.example/x`,
	`${issuer}/\\evil`,
];
for (const member of members) {
	for (const value of elsewhere) {
		it(`refuses ${member} ${JSON.stringify(value)}`, () => {
			assert.throws(() => readMetadata({ ...metadata, [member]: value }, issuer), /no address below/);
		});
	}
}

for (const other of [
	undefined,
	"https://host.example",
	`${issuer}/`,
	"https://evil.example/analytics",
	[issuer],
]) {
	it(`refuses the metadata of ${JSON.stringify(other)}`, () => {
		assert.throws(() => readMetadata({ ...metadata, issuer: other }, issuer), /The metadata are those of/);
	});
}
