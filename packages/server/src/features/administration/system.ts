/** The deployment itself: keys, settings, instances, and what is wrong with it. */

import { describeKey, describeSigningKey } from "../../operations/administration/describe-listed.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { languageOfReader } from "../../platform/http/language-of-reader.ts";
import type { App } from "../../platform/http/server.ts";
import { RotationTooEarly } from "../../platform/keys/rotate-keys.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import {
	closedObject,
	flag,
	inPath,
	list,
	objects,
	operation,
	orNull,
	text,
	texts,
	time,
	uuid,
} from "../../platform/openapi/operation.ts";
import { counted } from "./cursor.ts";
import { allows, allowsFresh, tags } from "./declarations.ts";
import type { Administering } from "./scope.ts";

const read = allows("sallyport:system:read");

const life = {
	kid: text("Names the key.", { examples: ["mZ0bq3E1"] }),
	state: text("Next: known, not used yet. Retired: only for what it has made.", {
		enum: ["next", "active", "retired"],
	}),
	createdAt: time("When it was made."),
	activatedAt: orNull(time("Since when it is used.")),
	retiredAt: orNull(time("Since when another one is used.")),
} as const;

const signs = closedObject(null, null, {
	...life,
	algorithm: text("Of its signatures.", { examples: ["ES256"] }),
});

const rotated = {
	active: text("The kid in use now."),
	retired: texts("Kids that it took over from."),
} as const;

const active = text("The kid that must still be in use; else nothing is done (412).", { maxLength: 64 });

const listKeys = operation({
	operationId: "listKeys",
	summary: "List the keys of the service",
	description:
		"Signing keys sign tokens, sealing keys seal what is stored and CSRF tokens. Never the keys themselves.",
	tags,
	response: {
		200: closedObject("KeyList", "All of them.", {
			signing: list("Those that sign access tokens.", signs),
			applications: list("Those that sign what applications get by single sign-on.", signs),
			sealing: objects("Those that seal what is stored.", life),
		}),
	},
	...read,
});

const rotateKeys = operation({
	operationId: "rotateKeys",
	summary: "Let the next signing or sealing key take over",
	description:
		"All credentials stay valid. Without `force` it is refused while verifiers or instances may not know the next key yet. Name the key in use as `active`: sent twice, or beside another admin, it is done once. What an incident takes besides is on the command line.",
	tags,
	params: inPath({ kind: text("Which keys.", { enum: ["signing", "sealing"] }) }),
	body: {
		...closedObject("KeyRotation", null, {
			force: flag("Even if credentials may be refused for minutes. Not by an access key."),
			active,
		}),
		required: [],
	},
	response: {
		200: closedObject("RotatedKeys", "The next key is in use.", {
			...rotated,
			applications: orNull(
				closedObject(
					null,
					"Those of applications, which rotate with the signing keys. null: none did.",
					rotated,
				),
			),
		}),
	},
	...allowsFresh("sallyport:keys:rotate"),
	errors: ["state_conflict", "precondition_failed", "rate_limited"],
});

/** What replaces all of them asks for. */
const REPLACE = "replace all signing keys";

const replaceKeys = operation({
	operationId: "replaceSigningKeys",
	summary: "Replace all signing keys, because an attacker knows them",
	description: "Tokens are void at once, and token sessions end. Cookie sessions continue.",
	tags,
	body: {
		...closedObject("KeyReplacement", null, {
			confirm: text(`The words: ${REPLACE}`, { maxLength: 64 }),
			active,
		}),
		required: ["confirm"],
	},
	response: {
		200: closedObject("ReplacedKeys", "Other keys are in use.", {
			active: text("The kid in use now."),
			removed: texts("Kids that are gone."),
			ended: counted("How many sessions ended."),
		}),
	},
	...allowsFresh(null),
	errors: ["precondition_failed", "rate_limited"],
});

const listSettings = operation({
	operationId: "listSettings",
	summary: "See the settings of this instance",
	description: "As it was started. Secrets are masked; no setting changes over HTTP.",
	tags,
	response: {
		200: closedObject("SettingList", "All of them.", {
			settings: objects("In the order of their documentation.", {
				env: text("The variable.", { examples: ["SALLYPORT_BASE_URL"] }),
				value: orNull(text("What it is; null: it is not set.", { examples: ["https://login.example.com"] })),
				source: text("Where it comes from.", { examples: ["environment"] }),
			}),
		}),
	},
	...read,
});

const examine = operation({
	operationId: "examineDeployment",
	summary: "Examine the deployment",
	description:
		"What `sallyport doctor` finds of database, secret, keys, users and mail, but for what takes long.",
	tags,
	requestHeaders: ["Accept-Language"],
	responseHeaders: ["Content-Language"],
	response: {
		200: closedObject("Examination", "What was looked at.", {
			ok: flag("Whether no check has failed."),
			checks: objects("In the order in which they were made.", {
				name: text("What was looked at: the same in each language.", { examples: ["database"] }),
				title: text("The same, for people.", { examples: ["database"] }),
				status: text("What came of it.", { enum: ["ok", "warning", "failed"] }),
				fact: text("What was found."),
				advice: orNull(text("What to do; null: nothing.")),
			}),
		}),
	},
	...read,
});

const listInstances = operation({
	operationId: "listInstances",
	summary: "List running instances",
	tags,
	response: {
		200: closedObject("InstanceList", "Those that were seen within two minutes.", {
			instances: objects("The longest running first.", {
				id: uuid("Of the process."),
				host: text("Of its machine.", { examples: ["login-1"] }),
				version: text("Of the service.", { examples: ["0.3.0"] }),
				startedAt: time("When it began."),
				seenAt: time("Its last sign of life."),
			}),
		}),
	},
	...read,
});

export function systemRoutes(app: App, { by, requirePerson }: Administering): void {
	app.get("/api/admin/keys", { schema: listKeys }, async (request) => {
		const { keys } = by(request);
		return {
			signing: (await keys.listSigningKeys()).map(describeSigningKey),
			applications: (await keys.listOfApplications()).map(describeSigningKey),
			sealing: (await keys.listSealingKeys()).map(describeKey),
		};
	});

	app.post("/api/admin/keys/:kind/rotate", { schema: rotateKeys }, async (request) => {
		const { keys } = by(request);
		const { force = false, active } = request.body;
		if (force) requirePerson(request);
		const rotate = request.params.kind === "signing" ? keys.rotateSigningKey : keys.rotateSealingKey;
		try {
			return await rotate(force, active);
		} catch (error) {
			if (!(error instanceof RotationTooEarly)) throw error;
			const message = `${error.message} Rotate after ${timestamp(error.readyAt)}, or send force.`;
			throw new LoginError("state_conflict", { message, cause: error });
		}
	});

	app.post("/api/admin/keys/signing/replace", { schema: replaceKeys }, (request) => {
		if (request.body.confirm !== REPLACE) throw invalid("/confirm", "mismatch", `Write: ${REPLACE}`);
		return by(request).keys.replaceSigningKeys(request.body.active);
	});

	app.get("/api/admin/settings", { schema: listSettings }, (request) => by(request).system.settings());

	app.get("/api/admin/health", { schema: examine }, async (request, reply) => {
		const checks = await by(request).system.examine(languageOfReader(request, reply));
		return { ok: checks.every(({ status }) => status !== "failed"), checks };
	});

	app.get("/api/admin/instances", { schema: listInstances }, async (request) => {
		const found = await by(request).system.instances();
		const instances = found.map(({ id, host, version, startedAt, seenAt }) => {
			return { id, host, version, startedAt: timestamp(startedAt), seenAt: timestamp(seenAt) };
		});
		return { instances };
	});
}
