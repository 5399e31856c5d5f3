/** The page of the service itself, in the console. */
export const consoleSystemTexts = {
	title: "System",
	docs: "API documentation",
	checks: {
		heading: "Checks",
		intro: "The quick checks. `sallyport doctor` runs all of them.",
		columns: { name: "Check", status: "Result", fact: "What was found" },
		statuses: { ok: "Good", warning: "Warning", failed: "Failed" },
	},
	instances: {
		heading: "Instances",
		intro: "Those that were seen within two minutes.",
		none: "None has given a sign of life within two minutes.",
		differ: "They do not all have the same version: an update is under way, or was not finished.",
		columns: { host: "Machine", version: "Version", started: "Started", seen: "Last sign of life" },
	},
	settings: {
		heading: "Settings",
		intro: "As this instance was started. Change them where they are set, then restart.",
		search: "Part of a name",
		own: "Only those that were set",
		count: (shown: number, all: number) =>
			shown === all ? `${all} settings` : `${shown} of ${all} settings`,
		columns: { name: "Setting", value: "Value", source: "Where it is set" },
		unset: "not set",
		secret: "set, secret",
		sources: { environment: "Environment", default: "Default", PORT: "Hosting platform (PORT)" },
	},
};
