/** A page without a server of its own, whose user logs in by OpenID Connect, with oidc-client-ts. */
import { UserManager } from "oidc-client-ts";
import { authority, client_id } from "./config.js";

const here = `${location.origin}/`;
const manager = new UserManager({
	...{ authority, client_id, redirect_uri: here, post_logout_redirect_uri: here },
	scope: "openid profile offline_access",
	loadUserInfo: true,
});

const part = (id) => document.getElementById(id);

async function show() {
	const user = await manager.getUser();
	part("logged-out").hidden = user !== null;
	part("logged-in").hidden = user === null;
	part("name").textContent = user?.profile.name ?? "";
}

/** Does it, and says what went wrong, such as that the user did not agree. */
async function attempt(act) {
	try {
		await act();
	} catch (error) {
		part("message").textContent = error.message;
	}
}

async function renew() {
	await manager.signinSilent();
	part("message").textContent = "Renewed.";
}

part("login").addEventListener("click", () => attempt(() => manager.signinRedirect()));
part("renew").addEventListener("click", () => attempt(renew));
part("logout").addEventListener("click", () => attempt(() => manager.signoutRedirect()));

// Back from the login.
if (new URLSearchParams(location.search).has("state")) {
	await attempt(() => manager.signinCallback());
	history.replaceState(null, "", here);
}
await show();
