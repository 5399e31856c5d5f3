/** The codes of RFC 6238, at its times (appendix B): no other code is right then, and none of these at another time. */
// Proves: factor-codes
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findStep, usualTotp } from "./totp.ts";

const algorithms = [
	["SHA1", 20],
	["SHA256", 32],
	["SHA512", 64],
] as const;

/** Seconds since the epoch, and the code by each algorithm. */
const table: Array<[seconds: number, codes: [string, string, string]]> = [
	[59, ["94287082", "46119246", "90693936"]],
	[1_111_111_109, ["07081804", "68084774", "25091201"]],
	[1_111_111_111, ["14050471", "67062674", "99943326"]],
	[1_234_567_890, ["89005924", "91819424", "93441116"]],
	[2_000_000_000, ["69279037", "90698825", "38618901"]],
	[20_000_000_000, ["65353130", "77737706", "47863826"]],
];
const everyCode = table.flatMap(([, codes]) => codes);
const STEP = 30_000;

for (const [at, [algorithm, bytes]] of algorithms.entries()) {
	const secret = Buffer.from("1234567890".repeat(7).slice(0, bytes));
	const parameters = { ...usualTotp, secret, algorithm, digits: 8 };

	describe(`codes by ${algorithm}`, () => {
		for (const [seconds, codes] of table) {
			const now = seconds * 1000;
			const right = codes[at] ?? "";
			const step = Math.floor(seconds / 30);

			it(`at ${seconds} s are those of the table, and no others`, async () => {
				for (const code of everyCode)
					assert.equal(await findStep(parameters, code, now, 0), code === right ? step : null, code);
				for (const wrong of ["00000000", right.slice(1), right.slice(2), `${right}0`, ""])
					assert.equal(await findStep(parameters, wrong, now, 0), null, wrong);
				// As most apps show it.
				assert.equal(await findStep({ ...parameters, digits: 6 }, right.slice(2), now, 0), step);
			});

			it(`at ${seconds} s are right as far from then as clocks may differ, and no further`, async () => {
				const found = (steps: number, drift: number) =>
					findStep(parameters, right, now + steps * STEP, drift);
				assert.deepEqual(await Promise.all([-2, -1, 0, 1, 2].map((steps) => found(steps, 1))), [
					null,
					step,
					step,
					step,
					null,
				]);
				assert.deepEqual(await Promise.all([-1, 1].map((steps) => found(steps, 0))), [null, null]);
			});
		}
	});
}
