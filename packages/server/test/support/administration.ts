import type { UserAdministration } from "../../src/operations/administration/administer-users.ts";
import type { TestService } from "./service.ts";

/** What an operator does to the users of a running service, by the time of that service. */
export function usersOf({ running }: TestService): UserAdministration {
	return running.deployment.administration.users;
}

/** The token in the address of a setup link. */
export function tokenOf(setupLink: string | null): string {
	return new URLSearchParams(new URL(setupLink ?? "about:blank").hash.slice(1)).get("token") ?? "";
}
