/** An application on a server, with Passport and passport-openidconnect: of the provider it knows the issuer, its id and its secret. */
import { randomUUID } from "node:crypto";
import express from "express";
import passport from "passport";
import OpenIDConnectStrategy from "passport-openidconnect";

const { PORT, ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const origin = `http://127.0.0.1:${PORT}`;
const provider = await (await fetch(`${ISSUER}/.well-known/openid-configuration`)).json();

passport.use(
	new OpenIDConnectStrategy(
		{
			issuer: provider.issuer,
			authorizationURL: provider.authorization_endpoint,
			tokenURL: provider.token_endpoint,
			userInfoURL: provider.userinfo_endpoint,
			clientID: CLIENT_ID,
			clientSecret: CLIENT_SECRET,
			callbackURL: `${origin}/callback`,
			scope: "profile email",
			skipUserProfile: false,
		},
		(_issuer, { id, displayName, username }, _context, idToken, _accessToken, _refreshToken, done) =>
			done(null, { id, displayName, username, idToken }),
	),
);

const sessions = new Map();
const app = express();
app.use((request, response, next) => {
	const id = /passport=([\w-]+)/.exec(request.headers.cookie)?.[1] ?? randomUUID();
	if (!sessions.has(id)) sessions.set(id, {});
	request.session = sessions.get(id);
	response.cookie("passport", id, { httpOnly: true, sameSite: "lax" });
	next();
});
const authenticate = passport.authenticate("openidconnect", { session: false });
app.get("/login", authenticate);
app.get("/callback", authenticate, (request, response) => {
	request.session.user = request.user;
	response.redirect("/");
});
app.get("/logout", ({ session }, response) => {
	const out = new URL(provider.end_session_endpoint);
	out.searchParams.set("id_token_hint", session.user.idToken);
	out.searchParams.set("post_logout_redirect_uri", `${origin}/`);
	delete session.user;
	response.redirect(out);
});
app.get("/", ({ session: { user } }, response) => {
	response.send(
		user === undefined
			? "Passport knows no user."
			: `${user.displayName} (${user.username}) is ${user.id} at Passport.`,
	);
});
app.listen(Number(PORT), "127.0.0.1");
