/** What lists of the administration hold, as answers and --json show it. */
import type { PrincipalWithClient } from "../../credentials/session/session.ts";
import type { Factor } from "../../identity/factor/factor.ts";
import { type KeyLife, keyState } from "../../platform/keys/key-state.ts";
import type { SigningKeyRecord } from "../../platform/keys/key-store.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import type { pageOfDeliveries } from "../../platform/outbox/operator-store.ts";
import { describeSession } from "../session/describe-session.ts";

export const describeGroup = <G extends { createdAt: number }>({ createdAt, ...group }: G) => ({
	...group,
	createdAt: timestamp(createdAt),
});

export const describeFactor = ({ id, kind, name, createdAt, lastUsedAt }: Factor) => ({
	id,
	kind,
	name,
	createdAt: timestamp(createdAt),
	lastUsedAt: timestamp(lastUsedAt),
});

export const describeSessionOfUser = ({ user, session }: PrincipalWithClient) => ({
	...describeSession(session),
	userId: user.id,
	username: user.username,
	clientAddress: session.clientAddress,
	userAgent: session.userAgent,
});

type Mail = Awaited<ReturnType<typeof pageOfDeliveries>>["rows"][number];

export const describeMail = ({ attempts, createdAt, nextAt, lastStatus, ...mail }: Mail) => ({
	...mail,
	attempts: Number(attempts),
	createdAt: timestamp(createdAt),
	nextAt: mail.state === "waiting" ? timestamp(nextAt) : null,
	lastStatus,
});

export const describeKey = (key: KeyLife) => ({
	kid: key.kid,
	state: keyState(key),
	createdAt: timestamp(key.createdAt),
	activatedAt: timestamp(key.activatedAt),
	retiredAt: timestamp(key.retiredAt),
});

export function describeSigningKey(key: SigningKeyRecord) {
	const { kid, ...life } = describeKey(key);
	return { kid, algorithm: key.algorithm, ...life };
}
