/** The routes that a service has registered, each with requests of the form that it requires. */
import { createApp } from "#app";
import type { JsonSchema, Operation } from "../../src/platform/openapi/operation.ts";
import type { TestService } from "./service.ts";

export interface Route {
	method: string;
	/** With "x" for its parameters. */
	path: string;
	/** Pages and files have none. */
	access: Operation["access"] | null;
	/** Of the administration: who may call. */
	administers: Operation["administers"] | null;
	/** What its query may have. */
	parameters: string[];
	/** The members that its body may have. */
	members: string[];
	/** What it needs, by the examples of its schema, and what is given of what it knows. */
	bodyOf(given: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined;
}

const silent = { warn() {}, error() {} };

/** Of an app made from the same deployment as the service: that of the service is not shown outside. */
export async function everyRoute({ running }: TestService): Promise<Route[]> {
	const { app, routes } = await createApp(running.deployment, running, silent);
	await app.close();
	return routes.flatMap(({ method, url, schema }) => {
		const { access = null, administers = null, body, querystring } = (schema ?? {}) as Partial<Operation>;
		const { properties: queried = {} } = (querystring ?? {}) as JsonSchema;
		const { properties = {}, required = [] } = (body ?? {}) as JsonSchema & { required?: string[] };
		const members = Object.keys(properties);
		const examples = required.map((name) => {
			const [example] = (properties[name]?.examples ?? []) as unknown[];
			return [name, example ?? true] as const;
		});
		const route = {
			path: url.replaceAll(/:\w+|\*/g, "x"),
			access,
			administers,
			parameters: Object.keys(queried),
			members,
			bodyOf(given: Readonly<Record<string, unknown>>) {
				const known = Object.entries(given).filter(([name]) => members.includes(name));
				return body === undefined ? undefined : Object.fromEntries([...examples, ...known]);
			},
		};
		const methods = [method].flat().filter((each) => each !== "HEAD" && each !== "OPTIONS");
		return methods.map((each) => ({ ...route, method: each }));
	});
}
