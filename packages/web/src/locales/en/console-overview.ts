import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The first page of the console. */
export const consoleOverviewTexts = {
	title: "Overview",
	findings: {
		heading: "Findings",
		loading: "The deployment is being examined…",
		none: (count: number) =>
			counted(count, { one: "# check, nothing to do.", other: "# checks, nothing to do." }),
		see: "See them",
		status: { failed: "Failed", warning: "Warning", ok: "OK" },
	},
	steps: {
		heading: "Next steps",
		dismiss: "Dismiss",
		dismissWhich: (step: string) => `Dismiss: ${step}`,
		each: {
			mail: {
				heading: "Let the service send mail",
				why: "Invitations, forgotten passwords and warnings then go by themselves. Set SALLYPORT_MAIL_URL and SALLYPORT_MAIL_FROM, and start the service again.",
				link: "",
			},
			factor: {
				heading: "Add a second factor to your own account",
				why: "An admin can change every account: a password alone is not enough for that.",
				link: "Add it",
			},
			invite: {
				heading: "Invite the first user",
				why: "A user gets a link to set a password, by mail or from you.",
				link: "Add a user",
			},
		},
	},
	numbers: {
		users: "Users",
		browsers: "Live sessions in browsers",
		programs: "Live token sessions",
		waiting: "Mails waiting",
		failed: "Mails failed",
	},
	logins: {
		heading: "Logins",
		span: "How far back",
		spans: { "24": "24 hours", "168": "7 days", "720": "30 days" },
		sum: {
			logins: (count: number) => counted(count, { one: "# login", other: "# logins" }),
			failed: (count: number) => counted(count, { other: "# failed (wrong password or code)" }),
			refused: (count: number) => counted(count, { other: "# refused unchecked (too many at once)" }),
		},
		logins: "Logins",
		failed: "Failed",
		refused: "Refused unchecked",
		time: "Time",
		times: {
			heading: "How long a login took",
			what: "By password, in milliseconds; of several hours, the slowest.",
			half: "Half took at most",
			nearlyAll: "99 of 100 took at most",
		},
	},
};
