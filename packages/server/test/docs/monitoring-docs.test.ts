/** Dashboard, alert rules and docs/monitoring.md, held against a real scrape of a running service. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { type Scrape, scrape } from "../support/scrape.ts";
import { startTestService, type TestService } from "../support/service.ts";

const docs = new URL("../../../../docs/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, docs), "utf8");

interface Dashboard {
	schemaVersion: number;
	panels: Array<{
		id: number;
		title: string;
		gridPos: { x: number; y: number; w: number; h: number };
		datasource: { type: string; uid: string };
		targets: Array<{ expr: string; datasource: { uid: string } }>;
	}>;
	templating: { list: Array<{ name: string; type: string; query: unknown; definition?: string }> };
}

interface Selector {
	name: string;
	/** Label matchers as written: name, operator, value. */
	matchers: Array<[label: string, operator: string, value: string]>;
}

/** What an expression of PromQL asks for: every name that could be ours, with the braces behind it. */
function selectorsOf(expression: string): Selector[] {
	const found = expression.matchAll(/\b((?:sallyport|nodejs|process)_\w+)(?:\{([^}]*)\})?/g);
	return [...found].map(([, name = "", braces = ""]) => ({
		name,
		matchers: [...braces.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
			([, label = "", operator = "", value = ""]) => [label, operator, value],
		),
	}));
}

/** The value of `expr:` of every rule, each on one line of its own. */
function rulesIn(yaml: string): Array<{ alert: string; expr: string }> {
	const rules = [
		...yaml.matchAll(/^ {6}- alert: (\w+)\n {8}expr: (\S.*)\n {8}for: \d+[sm]\n {8}labels:\n/gm),
	];
	return rules.map(([, alert = "", expr = ""]) => ({ alert, expr }));
}

describe("monitoring", () => {
	const dashboard = JSON.parse(read("monitoring/grafana-dashboard.json")) as Dashboard;
	const alerts = read("monitoring/alerts.yml");
	let service: TestService;
	let scraped: Scrape;
	/** Every name of a sample, and label name, as in the scrape. */
	let known: Map<string, Map<string, Set<string>>>;
	before(async () => {
		const mail = { SALLYPORT_MAIL_URL: "smtp://localhost:1", SALLYPORT_MAIL_FROM: "login@example.com" };
		service = await startTestService({ settings: { ...cheap, ...mail } });
		const visitor = service.visitor();
		// One answer of each class that an expression asks for.
		await visitor.get("/healthz");
		await visitor.get("/nowhere");
		scraped = await scrape(service);
		known = new Map();
		for (const series of scraped.samples.keys()) {
			const [, name = "", braces = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
			const labels = known.get(name) ?? new Map<string, Set<string>>();
			for (const [, label = "", value = ""] of braces.matchAll(/(\w+)="([^"]*)"/g))
				labels.set(label, (labels.get(label) ?? new Set()).add(value));
			known.set(name, labels);
		}
	});
	after(() => service.stop());

	/** Labels that Prometheus adds to what it scrapes. */
	const added = new Set(["job", "instance", "le"]);
	/** Appear with their first event. */
	const later = new Set(["5xx"]);

	function assertAnswerable(expression: string, where: string): void {
		const selectors = selectorsOf(expression);
		assert.ok(selectors.length > 0 || expression.startsWith("up{"), `${where} asks for nothing of ours`);
		for (const { name, matchers } of selectors) {
			const labels = known.get(name);
			assert.ok(labels, `${where} asks for ${name}, which no scrape has`);
			for (const [label, operator, value] of matchers) {
				if (added.has(label)) continue;
				const values = labels.get(label);
				assert.ok(values, `${where}: ${name} has no label ${label}`);
				for (const each of operator.includes("~") ? value.split("|") : [value])
					assert.ok(values.has(each) || later.has(each), `${where}: ${name} has no ${label}="${each}"`);
			}
		}
		for (const [, by = ""] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
			for (const label of by.split(", ")) {
				const has = added.has(label) || selectors.some(({ name }) => known.get(name)?.has(label));
				assert.ok(has, `${where} groups by ${label}`);
			}
		}
		assert.equal(expression.split("(").length, expression.split(")").length, where);
	}

	it("is described whole in docs/monitoring.md: every metric with its labels, and no other", () => {
		const rows = [...read("monitoring.md").matchAll(/^\| `(sallyport_\w+)` \|([^|]*)\|/gm)];
		const described = rows.map(([, name = "", labels = ""]) => [name, labels.replaceAll("`", "").trim()]);
		const own = [...scraped.names].filter((name) => name.startsWith("sallyport_"));
		const real = own.map((name) => {
			const labels = known.get(name) ?? known.get(`${name}_bucket`) ?? new Map();
			return [name, [...labels.keys()].filter((label) => label !== "le").join(", ")];
		});
		assert.deepEqual(described.sort(), real.sort());
	});

	it("has alert rules that ask for what is there", () => {
		const rules = rulesIn(alerts);
		assert.equal(rules.length, alerts.split("alert:").length - 1, "a rule is written in another way");
		assert.equal(new Set(rules.map(({ alert }) => alert)).size, 10);
		for (const { alert, expr } of rules) assertAnswerable(expr, alert);
		assert.equal(alerts.includes("\t"), false);
	});

	it("has a dashboard that asks for what is there, of the data source that is chosen", () => {
		const chosen = /^\$\{datasource\}$/;
		for (const { title, datasource, targets } of dashboard.panels) {
			assert.equal(datasource.type, "prometheus", title);
			assert.match(datasource.uid, chosen, title);
			for (const { expr, datasource } of targets) {
				assertAnswerable(expr, title);
				assert.match(datasource.uid, chosen, title);
			}
		}
		const [source, instance] = dashboard.templating.list;
		assert.deepEqual([source?.name, source?.type, source?.query], ["datasource", "datasource", "prometheus"]);
		assertAnswerable(instance?.definition ?? "", "the choice of instances");
	});

	it("has a dashboard in order: own ids, no panel over another, inside the 24 columns", () => {
		const { panels } = dashboard;
		assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
		const taken = new Set<string>();
		for (const { title, gridPos } of panels) {
			const { x, y, w, h } = gridPos;
			assert.ok(x + w <= 24, title);
			for (let column = x; column < x + w; column++) {
				for (let row = y; row < y + h; row++) {
					assert.equal(taken.has(`${column} ${row}`), false, title);
					taken.add(`${column} ${row}`);
				}
			}
		}
	});
});
