/** What the service answers about applications of a user; a part of service/openapi-answers.test.ts. */
import { enrol } from "./authenticator.ts";
import { administrationOf } from "./people.ts";
import { plantApplication, plantConsent } from "./planted-applications.ts";
import type { TestService } from "./service.ts";
import type { Answer, Visitor } from "./visitor.ts";

type Call = (visitor: Visitor, route: string, given?: { id?: string; second?: string }) => Promise<Answer>;

export async function answersAboutApplications(service: TestService, call: Call): Promise<void> {
	const { id: userId } = await service.addUser("wanda");
	const visitor = await service.loggedIn("wanda");
	await plantApplication(service, "wiki");
	await plantConsent(service, { userId, clientId: "wiki" });
	await call(visitor, "GET /api/auth/applications");
	for (const id of ["wiki", "none"]) await call(visitor, "POST /api/auth/applications/{id}/end", { id });
	await service.addUser("xena");
	const admin = await service.loggedIn("xena");
	await enrol(service, admin);
	await administrationOf(service).users.setRole("xena", "admin");
	await plantConsent(service, { userId, clientId: "wiki" });
	for (const second of ["wiki", "wiki"]) {
		const given = { id: userId, second };
		await call(admin, "POST /api/admin/users/{id}/applications/{client}/end", given);
	}
}
