/** What was called of a contract or of a list of commands, and with what outcome; and what was not. */
import { createVisitor, type Visitor } from "../../../packages/server/test/support/visitor.ts";

export interface Contract {
	paths: Record<string, Record<string, { operationId?: string; responses?: object; requestBody?: object }>>;
}

export interface Called {
	well: Set<string>;
	badly: Set<string>;
}

export const nothingCalled = (): Called => ({ well: new Set(), badly: new Set() });

/** One line for each name that was not called well, or not badly. */
export function missedOf(names: readonly string[], { well, badly }: Called): string[] {
	const missed = (kind: string, called: Set<string>) =>
		names.filter((name) => !called.has(name)).map((name) => `never called ${kind}: ${name}`);
	return [...missed("well", well), ...missed("badly", badly)];
}

export const operationsOf = ({ paths }: Contract) =>
	Object.entries(paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([, operation]) => operation.operationId !== undefined)
			.map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
	);

/** "GET /api/auth/status/{list}" for a request to "/api/auth/status/1"; null for a page. */
export function nameOf(contract: Contract, method: string, path: string): string | null {
	const [plain = ""] = path.split("?");
	const paths = [plain, ...Object.keys(contract.paths).filter((each) => matches(each, plain))];
	const found = paths.find((each) => contract.paths[each]?.[method.toLowerCase()] !== undefined);
	return found === undefined ? null : `${method} ${found}`;
}

const matches = (template: string, path: string) =>
	new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);

/** Visitors whose requests are recorded. */
export function recordedVisitor(baseUrl: string, contract: Contract, called: Called): Visitor {
	const visitor = createVisitor(baseUrl);
	const { request } = visitor;
	visitor.request = async (method, path, given) => {
		const answer = await request(method, path, given);
		const name = nameOf(contract, method, path);
		if (name !== null && answer.status < 400) called.well.add(name);
		if (name !== null && answer.status >= 400 && answer.status < 500) called.badly.add(name);
		return answer;
	};
	return visitor;
}
