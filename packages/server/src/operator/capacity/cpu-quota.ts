/** The text of a file, or null when there is none. */
export type ReadText = (path: string) => string | null;

/**
 * Cores that the control group of this process grants, such as 0.5; null: no limit, or not Linux. Node reports whole cores,
 * and those of the whole machine when less than one is granted.
 */
export function readCpuQuota(read: ReadText): number | null {
	const groups = (read("/proc/self/cgroup") ?? "").split("\n").map((line) => line.split(":"));
	const quotas = groups.flatMap(([, controllers = "", path = "/"]) => {
		if (controllers === "")
			return upwards(path).map((each) => ofVersion2(read(`/sys/fs/cgroup${each}cpu.max`)));
		if (!controllers.split(",").includes("cpu")) return [];
		return upwards(path).map((each) => {
			const folder = `/sys/fs/cgroup/${controllers}${each}`;
			return quota(read(`${folder}cpu.cfs_quota_us`), read(`${folder}cpu.cfs_period_us`));
		});
	});
	const granted = quotas.filter((each) => each !== null);
	return granted.length === 0 ? null : Math.min(...granted);
}

/** A limit of any group above holds too: "/a/b" → "/a/b/", "/a/", "/". */
function upwards(path: string): string[] {
	const names = path.split("/").filter((name) => name !== "");
	return [...names, ""].map((_, up) =>
		["", ...names.slice(0, names.length - up), ""].join("/").replace(/^\/+/, "/"),
	);
}

function ofVersion2(text: string | null): number | null {
	const [granted = null, period = null] = text?.trim().split(" ") ?? [];
	return quota(granted, period);
}

/** Both in microseconds; "max" and -1 are no limit. */
function quota(granted: string | null, period: string | null): number | null {
	const cores = Number(granted ?? Number.NaN) / Number(period ?? Number.NaN);
	return cores > 0 && Number.isFinite(cores) ? cores : null;
}
