import { checkedSecret } from "../../platform/lib/checked-secret.ts";

/** An access key has 190 random bits. */
const form = checkedSecret("sallyport_", 32);

export const ACCESS_KEY_PATTERN = form.pattern;

export const makeAccessKey = form.make;

/** Whether a text is meant as an access key. No password with a right checksum was ever accepted. */
export const hasKeyForm = form.hasForm;

/** Whether a text of that form was copied whole. */
export const isSoundKey = form.isSound;

export const hashOfKey = form.hashOf;

export const hintOf = form.hintOf;
