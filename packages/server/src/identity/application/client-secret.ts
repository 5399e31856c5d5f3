import { checkedSecret } from "../../platform/lib/checked-secret.ts";

/** The secret of an application has 256 random bits. Its prefix differs from that of an access key, so neither is taken for the other. */
export const clientSecretForm = checkedSecret("sallyport_oidc_", 43);
