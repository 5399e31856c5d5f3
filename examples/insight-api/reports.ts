export interface Report {
	title: string;
	/** User id of the author; null for those that came with the example. */
	author: string | null;
}

/** What this API is about, in memory. */
export function createReports() {
	const reports: Report[] = [
		{ title: "Logins by hour", author: null },
		{ title: "Devices by country", author: null },
	];
	return {
		count: () => reports.length,
		newest: () => reports.at(-1),
		search: (words: string) =>
			reports.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase())),
		/** How many there were. */
		clear: () => reports.splice(0).length,
		add(title: string, author: string): Report {
			const report = { title, author };
			reports.push(report);
			return report;
		},
	};
}
