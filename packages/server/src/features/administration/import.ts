/** Many new users at once: the rows of a file, which the console or a program has read. */
import { undone } from "../../platform/audit/undone.ts";
import { LoginError } from "../../platform/errors.ts";
import type { App } from "../../platform/http/server.ts";
import { toLoginError } from "../../platform/http/validate.ts";
import {
	closedObject,
	inQuery,
	integer,
	objects,
	operation,
	orNull,
	text,
} from "../../platform/openapi/operation.ts";
import { counted } from "./cursor.ts";
import { allowsFresh, tags } from "./declarations.ts";
import { ImportedUser } from "./schemas/user.ts";
import type { Administering } from "./scope.ts";

/** Bytes: a thousand users of a kilobyte. */
const BODY_LIMIT = 1_048_576;

const importUsers = operation({
	operationId: "importUsers",
	summary: "Add many users",
	description:
		"Each row as if it were added alone, in a transaction of its own: what is wrong with one leaves the others added. With `?dryRun=true` nothing is stored, and the answer is the same. Sent again, rows that were added are refused with `username_taken`. An access key needs `sallyport:links` too to invite, and for `emailVerified`; and `sallyport:groups:write` for groups. No password and no hash comes this way: `sallyport user import` takes those.",
	tags,
	querystring: inQuery({ dryRun: text("Tries it out.", { enum: ["true", "false"] }) }),
	body: {
		...closedObject("UserImport", null, {
			rows: {
				type: "array",
				description: "Up to 1,000. A row that is wrong is refused by itself.",
				minItems: 1,
				maxItems: 1000,
				items: { anyOf: [ImportedUser, {}] },
			},
			invite: text("Whether each person gets a link to set a password by mail. `none` unless given.", {
				enum: ["mail", "none"],
			}),
		}),
		required: ["rows"],
	},
	response: {
		200: closedObject("ImportResult", "What came of each row.", {
			added: counted("How many were added, or could be."),
			refused: counted("How many were refused."),
			results: objects("In the order of the rows.", {
				row: integer("Which row; the first one is 1.", { minimum: 1, examples: [7] }),
				status: text("What came of it.", { enum: ["done", "refused"] }),
				id: orNull(text("Of the user; null: none was added.")),
				code: orNull(text("Why it was refused: an error code.", { examples: ["username_taken"] })),
				pointer: orNull(text("Which member is wrong (RFC 6901).", { examples: ["/email"] })),
				message: orNull(text("What to do, for people.")),
			}),
		}),
	},
	...allowsFresh("sallyport:users:write"),
	errors: ["rate_limited"],
});

export function importRoutes(app: App, { by, requireScope }: Administering): void {
	app.post("/api/admin/users/import", { schema: importUsers, bodyLimit: BODY_LIMIT }, async (request) => {
		const { rows, invite = "none" } = request.body;
		if (invite !== "none" || membersOf(rows, "emailVerified").includes(true))
			requireScope(request, "sallyport:links");
		if (membersOf(rows, "groups").length > 0) requireScope(request, "sallyport:groups:write");
		const { addMany } = by(request, request.query.dryRun === "true" ? undone : undefined);
		const read = (row: unknown) => {
			const user = readRow(request, row);
			if (user instanceof LoginError) return user;
			const { username, id, kind = "person", role = "user", ...profile } = user;
			return { name: username, id, kind, role, profile, invite };
		};
		const results = (await addMany(rows.map(read))).map(({ id, refusal }, at) => ({
			row: at + 1,
			status: refusal === null ? ("done" as const) : ("refused" as const),
			id,
			...describeRefusal(refusal),
		}));
		const refused = results.filter(({ status }) => status === "refused").length;
		return { added: results.length - refused, refused, results };
	});
}

/** Of the rows that have it, whether they are right or not. */
function membersOf(rows: readonly unknown[], name: string): unknown[] {
	return rows.flatMap((row) =>
		typeof row === "object" && row !== null && Object.hasOwn(row, name) ? [Reflect.get(row, name)] : [],
	);
}

/** By the schema of a row, each for itself: one that is wrong is a result, not the refusal of all. */
function readRow(request: Parameters<Administering["by"]>[0], row: unknown) {
	const validate = request.compileValidationSchema(ImportedUser);
	return validate(row) ? (row as ImportedUser) : toLoginError(validate.errors ?? []);
}

function describeRefusal(refusal: LoginError | null) {
	if (refusal === null) return { code: null, pointer: null, message: null };
	const [first] = refusal.details.errors ?? [];
	return { code: refusal.code, pointer: first?.pointer ?? null, message: first?.message ?? refusal.message };
}
