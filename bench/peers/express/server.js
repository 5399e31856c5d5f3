/**
 * A login as the documentation of passport-local, express-session and jsonwebtoken puts it together: a session with a
 * cookie, or a token that is checked by its signature alone.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { hash, verify } from "@node-rs/argon2";
import Database from "better-sqlite3";
import createSqliteStore from "better-sqlite3-session-store";
import express from "express";
import session from "express-session";
import jwt from "jsonwebtoken";
import passport from "passport";
import { Strategy } from "passport-local";

const { PORT, DATA_FOLDER = "." } = process.env;
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const secret = randomBytes(32).toString("hex");

const database = new Database(join(DATA_FOLDER, "app.db"));
database.pragma("journal_mode = WAL");
database.exec(
	"create table if not exists users (id integer primary key, username text unique, password text)",
);
const byName = database.prepare("select * from users where username = ?");
const byId = database.prepare("select * from users where id = ?");
const insert = database.prepare("insert into users (username, password) values (?, ?)");

passport.use(
	new Strategy(async (username, password, done) => {
		try {
			const user = byName.get(username);
			if (user === undefined || !(await verify(user.password, password))) return done(null, false);
			return done(null, user);
		} catch (error) {
			return done(error);
		}
	}),
);
passport.serializeUser((user, done) => done(null, user.id));
passport.deserializeUser((id, done) => done(null, byId.get(id) ?? false));

const withSession = [
	session({
		store: new (createSqliteStore(session))({ client: database }),
		secret,
		resave: false,
		saveUninitialized: false,
		cookie: { httpOnly: true, sameSite: "lax", maxAge: 12 * 3600 * 1000 },
	}),
	passport.session(),
];

function requireToken(request, response, next) {
	const [, token] = (request.headers.authorization ?? "").split(" ");
	jwt.verify(token ?? "", secret, { algorithms: ["HS256"] }, (error, claims) => {
		if (error) return response.sendStatus(401);
		request.user = { id: claims.sub, username: claims.username };
		return next();
	});
}

const app = express();
app.use(express.json());
app.post("/register", async (request, response) => {
	const { username, password } = request.body;
	insert.run(username, await hash(password, argon2id));
	response.sendStatus(201);
});
app.post("/login", withSession, passport.authenticate("local"), (request, response) => {
	response.json({ id: request.user.id, username: request.user.username });
});
app.get("/me", withSession, (request, response) => {
	if (!request.isAuthenticated()) return response.sendStatus(401);
	return response.json({ id: request.user.id, username: request.user.username });
});
app.post("/token", passport.authenticate("local", { session: false }), (request, response) => {
	const claims = { sub: String(request.user.id), username: request.user.username };
	response.json({ token: jwt.sign(claims, secret, { expiresIn: "1h" }) });
});
app.get("/token/me", requireToken, (request, response) => {
	response.json(request.user);
});
app.listen(Number(PORT), "127.0.0.1");
