import { type Answer, type Contract, follow, type Operation } from "./document.ts";
import { narrowedAnswers } from "./narrowed-answers.ts";
import { narrowedRequest } from "./narrowed-request.ts";
import { narrowedSecurity, narrowedSecuritySchemes } from "./narrowed-security.ts";

const methods = ["get", "put", "post", "delete", "patch", "options", "head"];

/** What stops working for clients of the contract before, one sentence each; empty when it only gained. */
export function narrowings(before: Contract, now: Contract): string[] {
	return [
		...narrowedSecuritySchemes(before, now),
		...Object.entries(before.paths).flatMap(([path, item]) =>
			methods
				.filter((method) => item[method] !== undefined)
				.flatMap((method) => {
					const name = `${method.toUpperCase()} ${path}`;
					const old = item[method];
					const current = now.paths[path]?.[method];
					if (old === undefined) return [];
					if (current === undefined) return [`${name}: this operation is gone`];
					return narrowedOperation({ before, now }, old, current).map((what) => `${name}: ${what}`);
				}),
		),
	];
}

function narrowedOperation(
	contracts: { before: Contract; now: Contract },
	before: Operation,
	now: Operation,
): string[] {
	const renamed = before.operationId !== now.operationId;
	return [
		...(renamed ? [`operationId was ${before.operationId}, is ${now.operationId}`] : []),
		...narrowedSecurity(before, now),
		...narrowedRequest(contracts, before, now),
		...Object.entries(before.responses).flatMap(([status, answer]) => {
			const current = now.responses[status];
			if (current === undefined) return [`${status}: this status is gone`];
			const old = follow<Answer>(contracts.before, answer);
			const findings = narrowedAnswers(contracts, status, old, follow<Answer>(contracts.now, current));
			return findings.map((what) => `${status} ${what}`);
		}),
	];
}
