import type { KeyObject } from "node:crypto";

type Members = Record<string, unknown>;

export interface TokenStage {
	/** A good one. */
	token: string;
	header: Members;
	claims: Members;
	/** The real key, for tokens whose only fault is what they say. */
	own: KeyObject;
	/** As in the key set. */
	published: Members;
	/** Seconds since the epoch. */
	now(): number;
	/** Under the real key: with another header, other claims. */
	headed(changed: Members): string;
	saying(changed: Members): string;
}

export interface AdversarialToken {
	name: string;
	make: (stage: TokenStage) => string;
	/** Default: invalid_token. */
	code?: "session_expired";
}
