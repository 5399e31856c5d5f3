import { checkedSecret } from "../../platform/lib/checked-secret.ts";

/** The secret of an application has 256 random bits. Its prefix differs from that of an access key, so neither is taken for the other. */
const form = checkedSecret("sallyport_oidc_", 43);

export const CLIENT_SECRET_PATTERN = form.pattern;

export const makeClientSecret = form.make;

export const hashOfSecret = form.hashOf;

export const hintOfSecret = form.hintOf;

/** How lists show a secret: recognizable, and of no help in guessing it. */
export const shownSecret = form.shown;
