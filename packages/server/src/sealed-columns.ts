import { sealedRecords } from "./identity/application/sealed-records.ts";
import { sealedTotpSecrets } from "./identity/factor/sealed-totp-secrets.ts";
import { sealedSetupLinks } from "./operations/setup-link/sealed-setup-links.ts";
import { type SealedColumn, sealedSigningKeys } from "./platform/keys/sealed-column.ts";
import { sealedDeliveries } from "./platform/outbox/sealed-deliveries.ts";

/** Every column that is encrypted at rest. A test compares this list with tables.ts. */
export const sealedColumns: readonly SealedColumn[] = [
	...sealedSigningKeys,
	sealedSetupLinks,
	sealedTotpSecrets,
	sealedDeliveries,
	sealedRecords,
];
