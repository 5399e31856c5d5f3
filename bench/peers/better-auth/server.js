/**
 * better-auth with its username and bearer plugins, as its documentation sets it up, on a bare node:http server. PASSWORD_HASH is
 * "scrypt", its default, or "argon2id", as its documentation shows for one's own hashing.
 */
import { createServer } from "node:http";
import { join } from "node:path";
import { hash, verify } from "@node-rs/argon2";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { bearer, username } from "better-auth/plugins";
import Database from "better-sqlite3";

const { PORT, DATA_FOLDER = ".", PASSWORD_HASH = "scrypt", AUTH_SECRET } = process.env;
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const database = new Database(join(DATA_FOLDER, "auth.db"));
database.pragma("journal_mode = WAL");

const auth = betterAuth({
	baseURL: `http://127.0.0.1:${PORT}`,
	secret: AUTH_SECRET,
	database,
	emailAndPassword: {
		enabled: true,
		...(PASSWORD_HASH === "argon2id" && {
			password: {
				hash: (password) => hash(password, argon2id),
				verify: ({ hash: stored, password }) => verify(stored, password),
			},
		}),
	},
	plugins: [username(), bearer()],
	// On in production, three logins in ten seconds from one address: only it would be measured.
	rateLimit: { enabled: false },
});

const { runMigrations } = await getMigrations(auth.options);
await runMigrations();
createServer(toNodeHandler(auth)).listen(Number(PORT), "127.0.0.1");
