import type { Credentials } from "../credentials/create-credentials.ts";
import type { Identity } from "../identity/create-identity.ts";
import type { Operations } from "../operations/create-operations.ts";
import type { Keys } from "../platform/keys/create-keys.ts";
import type { Platform } from "../platform/platform.ts";

/** All that the face of an operation may use. */
type Parts = Platform &
	Pick<Keys, "oidcKeys" | "oidcKeyRotation"> &
	Omit<Identity, "maintenance" | "close"> &
	Omit<Credentials, "maintenance"> &
	Omit<Operations, "maintenance">;

/** What one feature uses: its factory names it, and so its signature says what it may touch. */
export type Uses<Name extends keyof Parts> = Pick<Parts, Name>;
