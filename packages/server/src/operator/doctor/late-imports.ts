/**
 * What the service loads when it is first needed, by what cannot be done without it. Each loader is declared where it is used; a
 * test compares this list with every import() of the source.
 */
import { loadOidcProvider } from "../../features/oidc/library.ts";
import { loadOtpauth } from "../../identity/factor/totp.ts";
import { loadWebauthn, loadWebauthnHelpers } from "../../identity/factor/webauthn.ts";
import { loadBcrypt } from "../../identity/password/imported-kinds.ts";
import { loadDictionaries } from "../../identity/password/strength.ts";
import { loadExamination } from "../../operations/administration/read-system.ts";
import { loadTemplates } from "../../operations/application/fill-template.ts";
import { loadPostgres } from "../../platform/database/open.ts";
import { loadMailComposer } from "../../platform/mail/compose-mail.ts";
import { loadSmtpConnection } from "../../platform/mail/smtp.ts";

const loadService = () => import("../../start-service.ts");

export const lateImports: Record<string, Array<() => Promise<unknown>>> = {
	"the service": [loadService, loadExamination, loadTemplates],
	passkeys: [loadWebauthn, loadWebauthnHelpers],
	"authenticator apps": [loadOtpauth],
	"new passwords": [loadDictionaries],
	"imported bcrypt hashes": [loadBcrypt],
	mail: [loadMailComposer, loadSmtpConnection],
	PostgreSQL: [loadPostgres],
	"single sign-on": [loadOidcProvider],
};
