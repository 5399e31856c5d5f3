import type * as en from "../en/problems.ts";

export const problemTexts: typeof en.problemTexts = {
	enrolment_required:
		"Dieser Dienst verlangt einen zweiten Faktor. Melden Sie sich in einem Browser an, den Sie hier schon benutzt haben, und fügen Sie einen hinzu, oder bitten Sie den Betreiber um einen Einrichtungslink.",
	second_factor_invalid: "Der Code ist falsch oder wurde schon benutzt. Geben Sie den nächsten ein.",
	challenge_invalid:
		"Das hat zu lange gedauert, oder inzwischen hat sich etwas geändert. Beginnen Sie noch einmal.",
	passkey_unknown:
		"Dieser Dienst kennt den Passkey nicht; vielleicht wurde er entfernt. Melden Sie sich auf anderem Weg an.",
	passkey_invalid:
		"Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich auf anderem Weg an.",
	not_supported: "Dieser Browser kennt unter dieser Adresse keine Passkeys.",
	session_expired: "Die Sitzung ist abgelaufen. Melden Sie sich wieder an.",
	session_ended: "Die Sitzung wurde beendet. Melden Sie sich wieder an.",
	unauthenticated: "Melden Sie sich zuerst an.",
	invalid_token: "Melden Sie sich wieder an.",
	forbidden: "Das dürfen Sie nicht.",
	not_found: "Das gibt es nicht mehr. Laden Sie die Seite neu.",
	factor_exists: "Mehr davon sind nicht möglich. Entfernen Sie zuerst einen.",
	factor_missing: "Fügen Sie zuerst eine Authenticator-App oder einen Passkey hinzu.",
	upgrade_in_progress:
		"Dieser Dienst wird gerade aktualisiert. So lange lassen sich keine zweiten Faktoren hinzufügen oder einschalten.",
};
