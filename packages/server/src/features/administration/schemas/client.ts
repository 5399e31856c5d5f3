/** Shapes of applications, as the administration shows them and takes them. */
import { clientScopes } from "../../../identity/application/client.ts";
import {
	closedObject,
	flag,
	integer,
	objects,
	orNull,
	text,
	texts,
	time,
	uuid,
} from "../../../platform/openapi/operation.ts";

const address = { type: "string", maxLength: 512 } as const;
const callback = "https://app.example.com/callback";

const settings = {
	name: text("For people, on the page that asks them.", { minLength: 1, maxLength: 64, examples: ["Wiki"] }),
	redirectUris: texts("Where users come back to: compared as text.", {
		items: address,
		minItems: 1,
		maxItems: 10,
		uniqueItems: true,
		examples: [[callback]],
	}),
	postLogoutUris: texts("Where users may be sent after a logout.", {
		items: address,
		maxItems: 10,
		uniqueItems: true,
		examples: [["https://app.example.com/"]],
	}),
	logoutUri: orNull(
		text("Where logout tokens go (OpenID Connect Back-Channel Logout); null: it is notified of no logout.", {
			maxLength: 512,
			examples: ["https://app.example.com/backchannel-logout"],
		}),
	),
	launchUrl: orNull(
		text("Where users begin; null: no page of it is listed.", {
			maxLength: 512,
			examples: ["https://app.example.com"],
		}),
	),
	authMethod: text("How it authenticates at the token endpoint: in exactly this way.", {
		enum: ["client_secret_basic", "client_secret_post", "none"],
	}),
	pkce: text("`optional` is for applications on servers that do not know it.", {
		enum: ["required", "optional"],
	}),
	scopes: texts("What it may ask for. `openid` is always among them.", {
		items: { type: "string", enum: clientScopes },
		maxItems: clientScopes.length,
		uniqueItems: true,
		examples: [["openid", "profile", "email"]],
	}),
	allowedGroups: {
		type: ["array", "null"],
		items: { type: "string", maxLength: 48 },
		minItems: 1,
		maxItems: 50,
		uniqueItems: true,
		description: "Groups whose members may use it; null: every user may.",
		examples: [["analysts"]],
	},
	trusted: flag("Whether users are not asked if it may know them: for applications of your own."),
	requireAcr: {
		type: ["string", "null"],
		enum: ["aal2", "phr", null],
		description: "The least that each login to it takes: two factors, or a passkey; null: what the user has.",
		examples: ["aal2"],
	},
	offlineDays: integer("How many days its access outlives the session; 0: it ends with it.", {
		minimum: 0,
		maximum: 365,
		examples: [0],
	}),
	insecure: flag("Whether plain http is permitted beyond loopback, in a network of your own."),
} as const;

const { name, ...others } = settings;

const kind = text("Where it runs: on a server, in the browser, on devices. It never changes.", {
	enum: ["web", "spa", "native"],
});
const id = text("Its `client_id`.", { minLength: 1, maxLength: 64, examples: ["wiki"] });

const secret = {
	id: uuid("Of the secret."),
	hint: text("Its first four random characters.", { examples: ["Zk3f"] }),
	createdAt: time("When it was made."),
	expiresAt: orNull(time("When it ends; null: it has no end.")),
	lastUsedAt: orNull(time("When it was used last, to the minute; null: never.")),
} as const;

const client = {
	id,
	name,
	kind,
	state: text("Of a disabled one, all logins are refused.", { enum: ["active", "disabled"] }),
	...others,
	secrets: objects("Those that have not ended: two at most. Never the secrets themselves.", secret),
	users: integer("How many users let it know them, counted up to 10,000.", { minimum: 0, examples: [12] }),
	createdAt: time("When it was registered."),
	lastUsedAt: orNull(time("When it was used last, to the minute; null: never.")),
	disabledAt: orNull(time("Since when it is disabled; null: it is active.")),
	version: integer("Counts changes; logins are none. It is the ETag.", { minimum: 1, examples: [4] }),
} as const;

export const Client = closedObject("Client", "An application that users log in to.", client);

const setup = {
	where: text("Where the lines go.", { examples: ["grafana.ini"] }),
	lines: text("What to write there, with id and secret."),
	notes: texts("What to know of it: who becomes admin, how accounts are linked, what a logout does.", {
		items: { type: "string" },
		examples: [["The password form stays."]],
	}),
	documents: text("What the application says of it."),
	checked: text("How the lines are known to be right.", { enum: ["run here", "by its documents"] }),
} as const;

export const ShownClient = closedObject("ShownClient", "An application, with what to write on its side.", {
	...client,
	setup: {
		...closedObject(null, null, {
			...setup,
			lines: text("What to write there, with YOUR_SECRET for the secret."),
		}),
		type: ["object", "null"],
		description:
			"By the template that it still looks like, by name and redirect URIs; null: it looks like none.",
	},
});

const days = integer("How long it lives; it has no end, unless given.", {
	minimum: 1,
	maximum: 730,
	examples: [365],
});

export const NewClient = {
	...closedObject("NewClient", "By a template and the address of the application, or by its settings.", {
		id: text("One that is easy to read; a random one unless given.", {
			pattern: "^(?=.*[A-Za-z0-9])[A-Za-z0-9._-]{1,64}$",
			examples: ["wiki"],
		}),
		kind,
		...settings,
		template: text("The name of a template: what is not given is as it says.", {
			maxLength: 64,
			examples: ["grafana"],
		}),
		url: text("The address of the application, for a template.", {
			maxLength: 512,
			examples: ["https://grafana.example.com"],
		}),
		secretDays: days,
	}),
	required: [],
} as const;

export const ClientChange = {
	...closedObject("ClientChange", "A merge patch: what is missing stays, null removes.", settings),
	required: [],
} as const;

const value = text("The secret, shown once.");

export const MadeClient = closedObject("MadeClient", "The application is registered.", {
	client: Client,
	secret: {
		...closedObject(null, null, { ...secret, secret: value }),
		type: ["object", "null"],
		description: "Shown once; null: it has none, or was shown before.",
	},
	setup: {
		...closedObject(null, null, setup),
		type: ["object", "null"],
		description: "For the side of the application, by the template; null: it was made without one.",
	},
});

export const ChangedClient = closedObject("ChangedClient", "It is done.", {
	client: Client,
	members: texts("What differs from before.", { examples: [["redirectUris"]] }),
	ended: integer("In how many sessions its logins ended.", { minimum: 0, examples: [0] }),
});

export const NewClientSecret = { ...closedObject("NewClientSecret", null, { days }), required: [] } as const;

export const MadeClientSecret = closedObject("MadeClientSecret", "Another secret of an application.", {
	...secret,
	secret: orNull(text("Shown once; null: it was shown before.")),
});

export const ClientTemplate = closedObject("ClientTemplate", "How a known application is registered.", {
	name: text("By which it is named.", { examples: ["grafana"] }),
	title: text("The name of the application.", { examples: ["Grafana"] }),
	kind,
	authMethod: settings.authMethod,
	pkce: settings.pkce,
	scopes: settings.scopes,
	redirectUris: texts("With `{url}` for the address of the application.", {
		examples: [["{url}/login/generic_oauth"]],
	}),
	logoutUri: orNull(text("The same, where it takes logout tokens.")),
	hasUrl: flag("Whether it has an address of its own, which is to be given."),
	checked: text("How it is known to be right.", { enum: ["run here", "by its documents"] }),
	documents: text("What the application says of it."),
});
