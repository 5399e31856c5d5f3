/** Shapes of the requests and responses about access keys. */
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
} from "../../platform/openapi/operation.ts";

export const keyName = text("For people: which program has it.", {
	minLength: 1,
	maxLength: 64,
	examples: ["nightly report"],
});

/** As every answer shows a key. */
export const accessKeyMembers = {
	id: uuid("Of the key; never a credential. Equal to the claim access_key."),
	name: keyName,
	hint: text("Its first four random characters, to tell keys apart.", { examples: ["ab12"] }),
	csrf: text("The header csrf of its logins. Good for nothing else, and as long as the key lives.", {
		examples: ["k1.3q2-7wAAAAAAAAAAAAAAAA"],
	}),
	role: text("The most that its sessions may be.", { enum: ["user", "admin"] }),
	scopes: texts("What it is limited to; empty: to nothing.", { examples: [["reports:read"]] }),
	addresses: texts("CIDR ranges that it may log in from; empty: from anywhere.", {
		examples: [["192.0.2.0/24"]],
	}),
	state: text("Whether it logs in.", { enum: ["active", "expired", "ended"] }),
	createdAt: time("When it was made."),
	expiresAt: time("When it ends, at the latest."),
	endedAt: orNull(time("When it was ended before that; null: it was not.")),
	endReason: orNull(text("Why it was: by_owner, by_admin, leaked or rotated.", { examples: ["rotated"] })),
	lastUsedAt: orNull(time("When it logged in last, to the minute; null: never.")),
	lastUsedAddress: orNull(text("IP address of that login.", { examples: ["192.0.2.7"] })),
	replacedBy: orNull(uuid("The key that took its place by a rotation.")),
} as const;

export const MadeAccessKey = closedObject("MadeAccessKey", "The new key: shown now, and never again.", {
	key: text("The access key. It goes into `password` of a login.", {
		examples: ["sallyport_0000…40Yvt8"],
	}),
	...accessKeyMembers,
});

export const scopesOfService = texts(
	"Names that a key can be limited to: SALLYPORT_SCOPES. Empty: there are none.",
	{ examples: [["reports:read", "reports:write"]] },
);

export const AccessKeyList = closedObject(
	"AccessKeyList",
	"The user's keys: living ones before others, the newest first.",
	{
		accessKeys: objects("At most 50 that live.", {
			...accessKeyMembers,
			liveSessions: integer("How many of its sessions live.", { minimum: 0, examples: [1] }),
		}),
		allowed: flag("Whether the service lets this user make keys: SALLYPORT_ACCESS_KEYS."),
		scopes: scopesOfService,
	},
);
