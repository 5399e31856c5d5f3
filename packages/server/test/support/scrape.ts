import assert from "node:assert/strict";
import type { TestService } from "./service.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

/** A client of the operations listener. */
export function operatorOf({ running }: TestService): Visitor {
	return createVisitor(`http://127.0.0.1:${running.operationsAddress.port}`);
}

/** One answer of /metrics in the text format of Prometheus, read as a Prometheus server would. */
export interface Scrape {
	text: string;
	/** `name{label="value"}` → value; samples of histograms under their own names. */
	samples: Map<string, number>;
	/** As announced, with or without samples. */
	names: Set<string>;
	/** 0 when there is no such sample. */
	value(series: string): number;
}

export async function scrape(service: TestService): Promise<Scrape> {
	const { status, headers, text } = await operatorOf(service).get("/metrics");
	assert.equal(status, 200, text);
	assert.equal(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
	const samples = new Map<string, number>();
	const names = new Set<string>();
	for (const line of text.split("\n")) {
		const [, announced] = /^# (?:HELP|TYPE) (\w+) ./.exec(line) ?? [];
		if (announced !== undefined) names.add(announced);
		if (line === "" || line.startsWith("#")) continue;
		const [, series = "", value = ""] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
		assert.notEqual(series, "", `no sample: ${line}`);
		assert.equal(samples.has(series), false, `twice: ${series}`);
		samples.set(series, Number(value));
	}
	return { text, samples, names, value: (series) => samples.get(series) ?? 0 };
}

/** By how much samples have grown; those that have not are left out. */
export function growth(before: Scrape, after: Scrape): Record<string, number> {
	const grown: Record<string, number> = {};
	for (const [series, value] of after.samples) {
		const by = value - before.value(series);
		if (by !== 0) grown[series] = by;
	}
	return grown;
}
