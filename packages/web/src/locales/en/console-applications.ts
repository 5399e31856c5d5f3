import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);
const loginsEnded = (ended: number): string =>
	ended === 0
		? ""
		: ` ${counted(ended, { one: "Its login in # session ended.", other: "Its logins in # sessions ended." })}`;

/** The service counts no further than 10,000. */
const usersOf = (users: number): string =>
	users === 0
		? "No user has let it know them yet."
		: counted(users, {
				one: "# user has let it know them.",
				other: users >= 10_000 ? "# users or more have let it know them." : "# users have let it know them.",
			});

/** The pages of applications, in the console. */
export const consoleApplicationTexts = {
	title: "Applications",
	intro: "Users log in to them with their account here, by OpenID Connect.",
	off: "Single sign-on is off: no user can log in to an application yet. Set `SALLYPORT_OIDC=on` and restart the service. Applications can be registered before.",
	empty:
		"There are no applications yet. Register the first one: for Grafana, Nextcloud and others, their address is enough.",
	columns: {
		name: "Application",
		kind: "Runs",
		groups: "Who may",
		users: "Users",
		used: "Last used",
		state: "State",
	},
	kinds: { web: "On a server", spa: "In the browser", native: "On devices" },
	states: { active: "Active", disabled: "Disabled" },
	everyUser: "Every user",
	notAsked: "Not asked",
	userCount: (count: number) => counted(count, { other: count >= 10_000 ? "# or more" : "#" }),
	optional: (label: string) => `${label} (optional)`,
	settings: {
		name: "Name",
		redirectUris: "Redirect URIs",
		allowedGroups: "Groups that may use it",
		launchUrl: "Start page",
		authMethod: "How it sends its secret",
		pkce: "PKCE",
		scopes: "What it may ask for",
		requireAcr: "Each login takes",
		offlineDays: "Days of access beyond the session",
		logoutUri: "Address for logout tokens",
		postLogoutUris: "Addresses after a logout",
		trusted: "Trusted: users are not asked whether it may know them",
		insecure: "Permit plain http beyond this machine, in a network of your own",
	},
	hints: {
		redirectUris:
			"Where users come back to, such as https://app.example.com/callback: one a line, exactly as the application sends it.",
		allowedGroups: "Separated by spaces. Empty: every user may.",
		launchUrl: "Where users begin, from their profile, such as https://app.example.com.",
		offlineDays: "0: its access ends with the session. More takes offline_access.",
		logoutUri: "The service notifies it when a session ends (back-channel logout).",
		postLogoutUris: "Where the application may send users then: one a line.",
	},
	authMethods: { client_secret_basic: "In the header (basic)", client_secret_post: "In the body (post)" },
	noSecret: "It has no secret: PKCE protects its logins",
	pkces: { required: "Required", optional: "Optional, if it does not know PKCE" },
	/** Scopes, as what the application gets. */
	scopes: {
		profile: "Name and username",
		email: "E-mail address",
		groups: "Groups",
		offline_access: "Staying connected",
	},
	levels: { "": "What the user has", aal2: "Two factors", phr: "A passkey" },
	/** `path`: of the example. */
	address: (path: string) =>
		`Write the whole address, such as https://app.example.com${path}, without *, # and ;. Plain http is for this machine alone, or where you permit it below.`,
	wrong: (message: string, _member: string) => message,
	/** `ended`: in how many sessions its logins ended. */
	saved: (ended: number) => `Saved.${loginsEnded(ended)}`,
	add: {
		button: "Register an application",
		template: "What it is",
		byHand: "Another application",
		url: "Its address",
		urlHint: "Such as https://app.example.com, where users open it.",
		kind: "Where it runs",
		more: "More settings",
		id: "Client ID",
		idHint: "1 to 64 of a–z, A–Z, 0–9 and ._- Random unless given. It cannot be changed later.",
		submit: "Register",
		/** The answer to the first attempt was lost, and the secret with it. */
		lost: (name: string) => `${name} is registered, but its secret was not shown. Make another one.`,
	},
	days: {
		label: "Its secret ends",
		never: "Never",
		after: (count: number) => counted(count, { other: "After # days" }),
	},
	made: {
		heading: (name: string) => `${name} is registered`,
		why: "Its secret is shown only now. Put it into the application, with the lines below.",
		whyNoSecret: "It has no secret. Put the lines below into the application.",
		secret: "secret",
		id: "Client ID",
		issuer: "Issuer",
		lines: (where: string) => `For ${where}:`,
		notes: "What to know",
		checked: {
			"run here": "This was tried with this service.",
			"by its documents": "This follows its documents, and was not tried here.",
		},
		documents: "Documents of the application",
		stored: "I have stored it",
	},
	tabsLabel: "About this application",
	tabs: { connection: "Connection", settings: "Settings", users: "Users" },
	connection: {
		id: "Client ID",
		issuer: "Issuer",
		metadata: "Metadata",
		authorization: "Authorization",
		token: "Token",
		userinfo: "Userinfo",
		added: "Registered",
		secrets: "Secrets",
		secretMade: (when: string) => `made ${when}`,
		secretEnds: (when: string) => `ends ${when}`,
		noEnd: "no end",
		secretUsed: (when: string) => `last used ${when}`,
		neverUsed: "never used",
		noSecrets: "It has no secret that works, so no user can log in to it.",
	},
	rotate: {
		button: "Rotate the secret",
		most: "It has two secrets, the most there can be. End the one that is no longer used.",
		heading: (name: string) => `Rotate the secret of ${name}`,
		what: "The one before keeps working until you end it. Put the new one into the application first.",
		shown: (name: string) => `The new secret of ${name}`,
		why: "It is shown only now. Put it into the application, then end the one before.",
	},
	end: {
		button: "End",
		which: (hint: string) => `End the secret ${hint}`,
		heading: (hint: string) => `End the secret ${hint}?`,
		what: "The service refuses the application with it at once. This cannot be undone.",
		last: "It is the only one: no user can log in to the application until it has another.",
		submit: "End the secret",
		done: "The secret has ended.",
	},
	acts: { disable: "Disable", enable: "Enable", remove: "Delete" },
	disabled: (name: string, ended: number) => `${name} is disabled.${loginsEnded(ended)}`,
	enabled: (name: string) => `${name} is enabled.`,
	remove: {
		heading: (name: string) => `Delete ${name}?`,
		what: (users: number) =>
			`${usersOf(users)} What they agreed to, its secrets and its logins go with it. This cannot be undone.`,
		submit: "Delete for good",
		done: (name: string, ended: number) => `${name} is deleted.${loginsEnded(ended)}`,
	},
	users: {
		caption: "Users who let it know them",
		user: "User",
		scopes: "May know",
		agreed: "Agreed",
		none: "No user has agreed yet.",
		noneAsked: "It is trusted: users are not asked, and not listed.",
	},
};
