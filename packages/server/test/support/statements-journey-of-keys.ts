/** What access keys ask of PostgreSQL; a part of statements-journey.ts. */
import { administrationOf } from "./people.ts";
import type { TestService } from "./service.ts";
import type { Visitor } from "./visitor.ts";

const day = 86_400_000;

/** `person` has logged in just now. */
export async function useKeys(service: TestService, name: string, person: Visitor): Promise<void> {
	const path = "/api/auth/access-keys";
	const made = (await person.post(path, { name: "ci" })).body ?? {};
	const body = { username: name, password: made.key };
	await service.visitor().post("/api/auth/login", body, { csrf: String(made.csrf) });
	await person.get(path);
	await person.send("PATCH", `${path}/${made.id}`, { name: "backup" });
	const next = (await person.post(`${path}/${made.id}/rotate`, {})).body ?? {};
	await person.post(`${path}/${made.id}/rotate`, {});
	await person.delete(`${path}/${next.id}`);
	const { users, accessKeys } = administrationOf(service);
	await users.add({ name: "robot", kind: "service", role: "user", passwordHash: null });
	const { key, secret } = await accessKeys.add("robot", { name: "ci", days: 15 });
	await accessKeys.rotate(key.id);
	await accessKeys.findOwner(secret);
	await Array.fromAsync(accessKeys.list());
	await Array.fromAsync(accessKeys.list({ user: "robot" }));
	await accessKeys.endAllOf("robot");
	await service.visitor().request("POST", `${path}/revoke`, { body: { keys: [secret] } });
	await accessKeys.add("robot", { name: "ci", days: 20 });
	service.travel(10 * day);
	await service.running.maintenance.run();
}
