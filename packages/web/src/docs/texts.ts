/** The texts of the page about the API, beside those that all pages share. */
export const docsTexts = {
	heading: "API",
	intro: (version: string) => `Version ${version} of the interface. Every path is below`,
	file: "The same as an OpenAPI document",
	needs: {
		nobody: "Needs no login.",
		credential: "Needs `Authorization: Bearer`, or the session cookie.",
		credentialAndCsrf: "Needs `Authorization: Bearer`, or the session cookie together with its `csrf` value.",
	},
	parameters: "Parameters",
	body: "Body",
	required: "required",
	example: "Example",
	command: (summary: string) => `example of “${summary}”`,
	answers: "Answers",
	refusals: "Refusals",
	everywhere: "Refusals that any operation may give",
	everywhereIntro: "Beside those that stand with each operation.",
	allCodes: "What a refusal looks like",
	allCodesIntro:
		"A problem document (RFC 9457), and nothing but that. Programs decide by `code`; `message` is for people.",
} as const;
