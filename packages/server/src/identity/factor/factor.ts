export const factorKinds = ["totp", "passkey"] as const;

export type FactorKind = (typeof factorKinds)[number];

/** A second factor as its user sees it. */
export interface Factor {
	id: string;
	kind: FactorKind;
	name: string;
	createdAt: number;
	lastUsedAt: number | null;
	/** Of a passkey: whether it logs in without a username, where its browser said so. */
	discoverable?: boolean;
	/** Of a passkey: whether it is copied to other devices. */
	backedUp?: boolean;
}
