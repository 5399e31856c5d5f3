/** Errors about applications that users log in to. Part of errors.ts. */
export interface DetailsOfApplications {
	/** Of a login: the browser came by another address than the base URL. */
	isElsewhere?: boolean;
	/** For the record and the page: the application that the user does not get to. */
	application?: { id: string; name: string };
	/** For the page: of a login to an application, and who is logged in. */
	refusedLogin?: { id: string; user: string };
}

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
	application_disabled: [
		403,
		"Application switched off",
		"The operator of this service has switched the application off for now.",
	],
	application_request_invalid: [
		400,
		"Request of an application invalid",
		"The application sent you here in a way that this service cannot answer. Go back, and tell its operator.",
	],
	client_exists: [409, "Application exists", "There is an application with this id already."],
} as const;
