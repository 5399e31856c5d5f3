import type * as en from "../en/docs.ts";

export const docsTexts: typeof en.docsTexts = {
	heading: "API",
	intro: (version) =>
		`Version ${version} der Schnittstelle; ihre Beschreibung ist englisch. Jeder Pfad beginnt mit`,
	file: "Dasselbe als OpenAPI-Dokument",
	needs: {
		nothing: "Braucht keine Anmeldung.",
		credential: "Braucht `Authorization: Bearer` oder das Sitzungscookie.",
		credentialAndCsrf:
			"Braucht `Authorization: Bearer` oder das Sitzungscookie mit seinem CSRF-Token im Header `csrf`.",
	},
	parameters: "Parameter",
	body: "Body",
	required: "erforderlich",
	example: "Beispiel",
	command: (summary) => `Beispiel zu „${summary}“`,
	answers: "Antworten",
	refusals: "Fehler",
	everywhere: "Fehler aller Operationen",
	everywhereIntro: "Außer denen, die bei einer Operation stehen.",
	allCodes: "Wie ein Fehler aussieht",
	allCodesIntro:
		"Immer ein Problem-Dokument (RFC 9457). Programme entscheiden nach `code`; `message` ist für Menschen.",
};
