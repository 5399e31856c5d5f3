import { checkedSecret } from "../../platform/lib/checked-secret.ts";

/** The secret of an application has 256 random bits. Its prefix has a sign that no access key has: neither is taken for the other. */
const form = checkedSecret("sallyport_oidc_", 43);

export const CLIENT_SECRET_PATTERN = form.pattern;

export const makeClientSecret = form.make;

export const hashOfSecret = form.hashOf;

export const hintOfSecret = form.hintOf;

/** A secret in lists: recognizable, and no part of a guess. */
export const shownSecret = form.shown;
