/** Errors about applications that users log in to. Part of errors.ts. */
export const errorsOfApplications = {
	interaction_unknown: [
		404,
		"Login unknown",
		"This login has expired, or was begun in another browser. Go back to the application and start again.",
	],
	application_forbidden: [
		403,
		"No access to the application",
		"You may not use this application. Ask its operator, or an admin of this service, for access.",
	],
	application_request_invalid: [
		400,
		"Request of an application invalid",
		"The application sent you here in a way that this service cannot answer. Go back, and tell its operator.",
	],
	client_exists: [409, "Application exists", "There is an application with this id already."],
} as const;
