/** The texts of the API page, besides the shared ones. */
export const docsTexts = {
	heading: "API",
	intro: (version: string) => `API version ${version}. All paths are relative to`,
	file: "The same as an OpenAPI document",
	needs: {
		nothing: "Needs no login.",
		credential: "Needs `Authorization: Bearer`, or the session cookie.",
		credentialAndCsrf:
			"Needs `Authorization: Bearer`, or the session cookie with its CSRF token in the header `csrf`.",
	},
	parameters: "Parameters",
	body: "Body",
	required: "required",
	example: "Example",
	command: (summary: string) => `example of “${summary}”`,
	answers: "Responses",
	refusals: "Errors",
	everywhere: "Errors of any operation",
	everywhereIntro: "In addition to those listed with each operation.",
	allCodes: "What an error looks like",
	allCodesIntro: "Always a problem document (RFC 9457). Programs decide by `code`; `message` is for people.",
};
