import assert from "node:assert/strict";
import { it } from "node:test";
import { withoutPassword } from "./database-url.ts";

it("a printed database URL never has its password, however many hosts it has and however malformed it is", () => {
	const printed = {
		"sqlite:./data/x.db": "sqlite:./data/x.db",
		"postgres://u:s3cret@db:5432/x?sslmode=require": "postgres://u:***@db:5432/x?sslmode=require",
		"postgres://u:s3cret@a:1,b:2/x": "postgres://u:***@a:1,b:2/x",
		"postgres://u:s3c@ret@a,b/x": "postgres://u:***@a,b/x",
		"postgres://u:s3/cret@a,b/x": "postgres://u:***@a,b/x",
		"postgres://u:s3cret@a:port/x": "postgres://u:***@a:port/x",
		"postgres://u@a:1,b:2/x": "postgres://u@a:1,b:2/x",
		"postgres://a:1,b:2/x": "postgres://a:1,b:2/x",
		"postgres://a,b/x?user=u&password=s3cret": "postgres://a,b/x?user=u&password=***",
	};
	for (const [url, shown] of Object.entries(printed)) assert.equal(withoutPassword(url), shown);
});
