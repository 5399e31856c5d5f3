import { domainToASCII } from "node:url";

const LONGEST = 254;
/** A dot-atom (RFC 5322) in ASCII: no quotes, comments, groups, controls. */
const LOCAL_PART = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** Before its conversion, which also takes escapes, numbers in hex and signs that become dots. */
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABELS = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const ENDS_IN_A_NUMBER = /(^|\.)\d+$/;

/** One address with its domain in ASCII (IDNA), in lower case; null when it is none. */
export function canonicalEmail(typed: string): string | null {
	const at = typed.lastIndexOf("@");
	const [local, typedDomain] = [typed.slice(0, Math.max(at, 0)), typed.slice(at + 1)];
	if (typed.length > LONGEST || !LOCAL_PART.test(local) || !TYPED_DOMAIN.test(typedDomain)) return null;
	const domain = domainToASCII(typedDomain);
	if (!LABELS.test(domain) || ENDS_IN_A_NUMBER.test(domain)) return null;
	const email = `${local}@${domain}`;
	return email.length > LONGEST ? null : email;
}
