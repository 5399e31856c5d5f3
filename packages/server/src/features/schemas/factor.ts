/** Shapes of the operations on factors. */

import { factorKinds } from "../../identity/factor/factor.ts";
import { LONGEST_FACTOR_NAME } from "../../identity/factor/factor-name.ts";
import {
	closedObject,
	flag,
	integer,
	list,
	orNull,
	text,
	texts,
	time,
	uuid,
} from "../../platform/openapi/operation.ts";
import { SessionAnswer, secondFactorCode } from "./common.ts";

export const factorName = text("What the user calls it. No control or invisible characters.", {
	minLength: 1,
	maxLength: LONGEST_FACTOR_NAME,
	examples: ["Ada's phone"],
});

const kind = text("An authenticator app, or a passkey.", { enum: factorKinds });

const factor = {
	...closedObject(null, null, {
		id: uuid("The factor's id."),
		kind,
		name: factorName,
		createdAt: time("When it was added."),
		lastUsedAt: orNull(time("When it was used last; null: never.")),
		discoverable: flag("Of a passkey: whether it logs in without a username, where its browser said so."),
		backedUp: flag("Of a passkey: whether it is copied to other devices."),
	}),
	required: ["id", "kind", "name", "createdAt", "lastUsedAt"],
} as const;

export const FactorList = closedObject(
	"FactorList",
	"How the user's logins are proven, besides the password.",
	{
		secondFactor: closedObject(null, "Two-step login.", {
			on: flag("Whether a login with the password takes a second step."),
			demanded: flag("Whether the service requires it of the user."),
			dueAt: orNull(
				time("Until when it has to be on; null: it is on, or not demanded. Later logins fail without it."),
			),
		}),
		factors: list("The oldest first.", factor),
		recoveryCodes: orNull(
			closedObject(null, "null: the user has none.", {
				left: integer("How many are unused.", { minimum: 0, examples: [9] }),
				createdAt: time("When they were made."),
			}),
		),
		passkeys: orNull(
			closedObject(
				null,
				"For `PublicKeyCredential.signalAllAcceptedCredentials()`, so that browsers offer no removed passkey. null: this service has no passkeys.",
				{
					rpId: text("The domain that passkeys are bound to."),
					userId: text("Member user.id of the passkeys.", { examples: ["dGVzdA"] }),
					allAcceptedCredentialIds: texts("Those that are there."),
				},
			),
		),
	},
);

const offer = text("The offered secret, sealed; good for ten minutes.", {
	pattern: "^[A-Za-z0-9_-]+$",
	maxLength: 1024,
	examples: ["mZ0bq3E1"],
});

export const TotpOffer = closedObject(
	"TotpOffer",
	"A secret for an authenticator app. Nothing is stored yet.",
	{
		offer,
		secret: text("To type into the app (base32).", { examples: ["JBSWY3DPEHPK3PXP"] }),
		uri: text("For a QR code, or as a link on the phone itself.", {
			format: "uri",
			examples: ["otpauth://totp/login.example.com:ada?issuer=login.example.com&secret=JBSWY3DPEHPK3PXP"],
		}),
	},
);

export const TotpActivation = {
	...closedObject("TotpActivation", null, {
		offer,
		code: secondFactorCode("A code that the app shows now."),
		name: { ...factorName, default: "Authenticator app" },
	}),
	required: ["offer", "code"],
} as const;

export const codes = list("Each is good once, instead of a code of the app. Shown now and never again.", {
	type: "string",
	examples: ["3K7PQ-91WZ0-TR4MX"],
});

const changed = {
	recoveryCodes: {
		...orNull(codes),
		description: `${codes.description} null: the user has some already.`,
	},
	credential: SessionAnswer,
} as const;

export const FactorAdded = closedObject("FactorAdded", "The caller's session goes on with this credential.", {
	id: uuid("The factor's id."),
	...changed,
});

export const FactorsChanged = closedObject(
	"FactorsChanged",
	"The caller's session goes on with this credential.",
	changed,
);

export const RecoveryCodesAnswer = closedObject(
	"RecoveryCodes",
	"New recovery codes; earlier ones are void.",
	{ codes },
);
