import { addApplication, follow } from "./application.ts";
import { loggedIn, type RefusalCase } from "./refusal-case.ts";

/** Of logins to applications, for a service with SALLYPORT_OIDC on. */
export const refusalCasesOfApplications: RefusalCase[] = [
	{
		name: "the answer to an application, in a browser that began no login",
		request: loggedIn((visitor) => visitor.post("/oidc-login/V1StGXR8_Z5jdHi6B-myT", { allow: true })),
		status: 404,
		code: "interaction_unknown",
	},
	{
		name: "a login to an application that is for the members of a group",
		request: loggedIn(async (visitor, { service }) => {
			const { groups, applications } = service.running.deployment.administration;
			await groups.add("wiki-users");
			const redirect_uri = "https://wiki.example.com/callback";
			const asked = { name: "Wiki", redirectUris: [redirect_uri], allowedGroups: ["wiki-users"] };
			const { found } = await applications.add(asked);
			const query = new URLSearchParams({
				...{ client_id: found.client.id, redirect_uri, response_type: "code", scope: "openid" },
				...{ code_challenge: "x".repeat(43), code_challenge_method: "S256" },
			});
			const { at } = await follow(service, visitor, `/oidc/auth?${query}`);
			return visitor.get(at);
		}),
		status: 403,
		code: "application_forbidden",
	},
	{
		name: "a login to an application that is switched off while it waits for its user",
		request: loggedIn(async (visitor, { service }) => {
			const { id, begin } = await addApplication(service);
			const { at } = await follow(service, visitor, (await begin()).url);
			await service.running.deployment.administration.applications.disable({ id });
			return visitor.get(`${at}/question`);
		}),
		status: 403,
		code: "application_disabled",
	},
];
