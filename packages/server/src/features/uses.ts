import type { Credentials } from "../credentials/create-credentials.ts";
import type { Identity } from "../identity/create-identity.ts";
import type { Operations } from "../operations/create-operations.ts";
import type { Keys } from "../platform/keys/create-keys.ts";
import type { Platform } from "../platform/platform.ts";

/** All that the face of an operation may use. A factory takes out of it, by name, what its feature touches. */
export type Parts = Platform &
	Pick<Keys, "oidcKeys" | "oidcKeyRotation"> &
	Omit<Identity, "maintenance" | "close"> &
	Omit<Credentials, "maintenance"> &
	Omit<Operations, "maintenance">;

/** The same for a factory that hands them on. */
export type Uses<Name extends keyof Parts> = Pick<Parts, Name>;
