export interface KeyLife {
	kid: string;
	createdAt: number;
	activatedAt: number | null;
	retiredAt: number | null;
}

/** next (known to all, not yet used) → active → retired (for what it has made) → removed. */
export function keyState(key: Pick<KeyLife, "activatedAt" | "retiredAt">): "next" | "active" | "retired" {
	if (key.retiredAt !== null) return "retired";
	return key.activatedAt === null ? "next" : "active";
}
