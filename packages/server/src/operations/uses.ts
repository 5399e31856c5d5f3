import type { Credentials } from "../credentials/create-credentials.ts";
import type { Identity } from "../identity/create-identity.ts";
import type { Platform } from "../platform/platform.ts";

/** All that operations are made from. Nothing of HTTP is among it. */
export type Parts = Platform &
	Omit<Identity, "maintenance" | "close" | "minimumResponseTime"> &
	Omit<Credentials, "maintenance" | "cookies" | "guards" | "administrationGuard" | "giveCredential">;

/** Some of it, where a caller has no more. */
export type Uses<Name extends keyof Parts> = Pick<Parts, Name>;
