import { ATTRIBUTE_NAME } from "../lib/attribute-name.ts";
import { listed, SettingError } from "../lib/parse-setting.ts";

/** Registered for JSON Web Tokens at IANA, as far as an attribute could be called so. */
const registered =
	`iss sub aud exp nbf iat jti name given_name family_name middle_name nickname preferred_username
	profile picture website email email_verified gender birthdate zoneinfo locale phone_number phone_number_verified
	address updated_at azp nonce auth_time at_hash c_hash acr amr sub_jwk cnf sip_from_tag sip_date sip_callid
	sip_cseq_num sip_via_branch orig dest mky events toe txn rph sid vot vtm attest origid act scope client_id may_act
	jcard at_use_nbr div opt vc vp sph ace_profile cnonce exi roles groups entitlements token_introspection eat_nonce
	ueid sueids oemid hwmodel hwversion oemboot dbgstat location eat_profile submods uptime bootcount bootseed dloas
	swname swversion manifests measurements measres intuse cdniv cdnicrit cdniip cdniuc cdniets cdnistt cdnistd
	sig_val_claims authorization_details verified_claims place_of_birth nationalities birth_family_name
	birth_given_name birth_middle_name salutation title msisdn also_known_as htm htu ath atc sub_id rcd rcdi crn msgi
	rdap_allowed_purposes rdap_dnt_allowed geohash sd_hash status ttl`.split(/\s+/);

/** Our own claims, current and future ones. */
const ours = ["role", "access_key"];

const ofProfiles = ["groups", "preferred_username", "name", "email"];

/** Names of claims, separated by commas. */
export function parseTokenClaims(text: string): string[] {
	const names = listed(text);
	for (const name of names) {
		if (ofProfiles.includes(name)) continue;
		if (!ATTRIBUTE_NAME.test(name))
			throw new SettingError(`"${name}" is none of ${ofProfiles.join(", ")}, and no name of an attribute`);
		if (registered.includes(name) || ours.includes(name))
			throw new SettingError(`"${name}" has a meaning of its own in tokens; give the attribute another name`);
	}
	return [...new Set(names)];
}
