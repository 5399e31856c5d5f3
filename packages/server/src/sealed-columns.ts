import { sealedSetupLinks } from "./features/setup/sealed-setup-links.ts";
import { sealedTotpSecrets } from "./identity/factor/sealed-totp-secrets.ts";
import { type SealedColumn, sealedSigningKeys } from "./platform/keys/sealed-column.ts";
import { sealedDeliveries } from "./platform/outbox/sealed-deliveries.ts";

/** Every column that is encrypted at rest. A test compares this list with tables.ts. */
export const sealedColumns: readonly SealedColumn[] = [
	sealedSigningKeys,
	sealedSetupLinks,
	sealedTotpSecrets,
	sealedDeliveries,
];
