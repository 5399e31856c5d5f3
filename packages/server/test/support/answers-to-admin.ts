/** What the service answers about keys, and to an admin; a part of service/openapi-answers.test.ts. */
import { type Given, keysOf } from "./answers-about-keys.ts";
import { enrol } from "./authenticator.ts";
import { administrationOf } from "./people.ts";
import type { TestService } from "./service.ts";
import { failedMailOf, type GivenHere, useAdministration } from "./use-administration.ts";
import type { Answer, Visitor } from "./visitor.ts";

type Call = (visitor: Visitor, route: string, given?: Given & GivenHere) => Promise<Answer>;

export async function answersToAdmin(service: TestService, call: Call): Promise<void> {
	await keysOf(call, "ada", await service.loggedIn("ada"), service.visitor());
	await service.addUser("cleo");
	const admin = await service.loggedIn("cleo");
	await enrol(service, admin);
	await administrationOf(service).users.setRole("cleo", "admin");
	const { database } = service.running.deployment.opened;
	await useAdministration(
		(route, given = {}) => call(admin, route, given),
		() => failedMailOf(database),
	);
}
