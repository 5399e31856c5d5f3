import assert from "node:assert/strict";
import { it } from "node:test";
import { readCpuQuota } from "./machine.ts";

const none = "0::/\n";
const cases: Array<[name: string, files: Record<string, string>, cores: number | null]> = [
	["another system", {}, null],
	["no limit", { "/proc/self/cgroup": none, "/sys/fs/cgroup/cpu.max": "max 100000\n" }, null],
	["part of a core", { "/proc/self/cgroup": none, "/sys/fs/cgroup/cpu.max": "25000 100000\n" }, 0.25],
	[
		"the least of a group and those above",
		{
			"/proc/self/cgroup": "0::/system.slice/sallyport.service\n",
			"/sys/fs/cgroup/system.slice/cpu.max": "150000 100000\n",
			"/sys/fs/cgroup/system.slice/sallyport.service/cpu.max": "400000 100000\n",
		},
		1.5,
	],
	["unreadable", { "/proc/self/cgroup": "nonsense", "/sys/fs/cgroup/cpu.max": "many\n" }, null],
];
for (const [name, files, cores] of cases) {
	it(`reads the quota of cores: ${name}`, () =>
		assert.equal(
			readCpuQuota((path) => files[path] ?? null),
			cores,
		));
}
