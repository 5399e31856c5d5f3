import { checkedSecret } from "../../platform/lib/checked-secret.ts";

/** An access key has 190 random bits. No password with a right checksum was ever accepted, so text of this form is meant as one. */
export const accessKeyForm = checkedSecret("sallyport_", 32);
