import { readFileSync } from "node:fs";
import type { Identity } from "../../identity/create-identity.ts";
import { findUserById, hasPasswords, hasUsers } from "../../identity/user/user-store.ts";
import { ConfigError } from "../../platform/config/config.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Administration } from "../create-operations.ts";
import { listOpenSetupLinks } from "../setup-link/setup-link-store.ts";

interface FirstStart {
	/** To be opened by the first admin; null when there is nothing to set up. */
	setupLink: string | null;
	/** Whether the first admin was made unattended just now. */
	adminMade: boolean;
}

/**
 * Makes sure that a user can log in: makes the first admin, by password file or as an invited user with a setup
 * link. Nothing here can be reached over HTTP, so no deleted admin ever reopens it to unauthenticated clients.
 */
export async function prepareFirstStart(
	{ config, clock, opened: { database } }: Platform,
	{ users, setupLinks }: Administration,
	{ hasher, requireGoodPassword }: Pick<Identity, "hasher" | "requireGoodPassword">,
): Promise<FirstStart> {
	const { adminUsername, adminPasswordFile } = config;
	const made = (await hasUsers(database)) ? null : await makeAdmin();
	return made ?? { setupLink: await openAdminLink(), adminMade: false };

	/** null when another instance, started at the same time, was first. */
	async function makeAdmin(): Promise<FirstStart | null> {
		const passwordHash = adminPasswordFile === null ? null : await hashOf(adminPasswordFile);
		try {
			const { setupLink } = await users.add({ name: adminUsername, role: "admin", passwordHash });
			return { setupLink, adminMade: passwordHash !== null };
		} catch (error) {
			if (error instanceof LoginError && error.code === "username_taken") return null;
			throw error;
		}
	}

	async function hashOf(passwordFile: string): Promise<string> {
		const password = readPassword(passwordFile);
		await requireGoodPassword("/password", password, { username: adminUsername, displayName: adminUsername });
		return hasher.hash(password);
	}

	/** Until a password is set, each start shows the link again. */
	async function openAdminLink(): Promise<string | null> {
		if (await hasPasswords(database)) return null;
		for (const link of await listOpenSetupLinks(database, clock())) {
			const user = await findUserById(database, link.userId);
			if (user?.role === "admin") return setupLinks.address(link, user.username);
		}
		return null;
	}
}

/** One line; the break at its end is the editor's, not the password's. */
function readPassword(path: string): string {
	try {
		return readFileSync(path, "utf8").replace(/\r?\n$/, "");
	} catch {
		throw new ConfigError([`SALLYPORT_ADMIN_PASSWORD_FILE: ${path} cannot be read.`]);
	}
}
