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

async function renew() {
	await manager.signinSilent();
	part("message").textContent = "Renewed.";
}

part("login").addEventListener("click", () => manager.signinRedirect());
part("renew").addEventListener("click", () => renew());
part("logout").addEventListener("click", () => manager.signoutRedirect());

// Back from the login.
if (new URLSearchParams(location.search).has("state")) {
	await manager.signinCallback();
	history.replaceState(null, "", here);
}
await show();
