/** What events have in common. */
export interface EventClass {
	/** Who causes it in the service: the user it is about, the service by itself, or a client that has not proven who it is. */
	actor: "self" | "system" | "unknown";
	/** Elastic Common Schema: event.category, event.type, event.outcome. */
	ecs: { category: string; types: readonly string[]; outcome: "success" | "failure" | "unknown" };
	/** Open Cybersecurity Schema Framework: class_uid and activity_id, with their captions. */
	ocsf: { classUid: number; className: string; activityId: number; activity: string };
}

const classNames = {
	2004: "Detection Finding",
	3001: "Account Change",
	3002: "Authentication",
	3004: "Entity Management",
	3006: "Group Management",
	4009: "Email Activity",
	6002: "Application Lifecycle",
	6003: "API Activity",
	6008: "Application Error",
} as const;

function by(
	actor: EventClass["actor"],
	[category, types, outcome]: [string, string, EventClass["ecs"]["outcome"]],
	[classUid, activityId, activity]: [keyof typeof classNames, number, string],
): EventClass {
	const ecs = { category, types: types.split(" "), outcome };
	return { actor, ecs, ocsf: { classUid, className: classNames[classUid], activityId, activity } };
}

/** Only types that ECS expects in the category (ECS 9, OCSF 1). */
export const classes = {
	login: by("self", ["authentication", "start", "success"], [3002, 1, "Logon"]),
	failedLogin: by("unknown", ["authentication", "start", "failure"], [3002, 1, "Logon"]),
	refusedGuess: by("unknown", ["authentication", "info", "failure"], [3002, 1, "Logon"]),
	passwordChange: by("self", ["iam", "change user", "success"], [3001, 3, "Password Change"]),
	failedPasswordChange: by("self", ["iam", "change user", "failure"], [3001, 3, "Password Change"]),
	secondStep: by("self", ["authentication", "info", "unknown"], [3002, 99, "Other"]),
	factorChange: by("self", ["iam", "change user", "success"], [3001, 99, "Other"]),
	addressChange: by("self", ["iam", "change user", "success"], [3001, 99, "Other"]),
	languageChange: by("self", ["iam", "change user", "success"], [3001, 99, "Other"]),
	dataExport: by("self", ["iam", "info user", "success"], [6003, 2, "Read"]),
	tokenStart: by("self", ["authentication", "info", "success"], [3002, 99, "Other"]),
	tokenEnd: by("self", ["authentication", "info", "success"], [3002, 2, "Logoff"]),
	tokenReuse: by("unknown", ["authentication", "info", "failure"], [2004, 1, "Create"]),
	sessionStart: by("self", ["session", "start", "success"], [3002, 99, "Other"]),
	sessionChange: by("self", ["session", "info", "success"], [3002, 99, "Other"]),
	sessionMisuse: by("unknown", ["session", "info", "failure"], [3002, 99, "Other"]),
	sessionEnd: by("self", ["session", "end", "success"], [3002, 2, "Logoff"]),
	sessionExpiry: by("system", ["session", "end", "success"], [3002, 2, "Logoff"]),
	alarm: by("system", ["intrusion_detection", "info", "unknown"], [2004, 1, "Create"]),
	attack: by("unknown", ["intrusion_detection", "denied", "failure"], [2004, 1, "Create"]),
	limit: by("unknown", ["api", "denied", "failure"], [6003, 99, "Other"]),
	badInput: by("unknown", ["web", "error", "failure"], [6003, 99, "Other"]),
	userCreation: by("system", ["iam", "creation user", "success"], [3001, 1, "Create"]),
	userChange: by("system", ["iam", "change user", "success"], [3001, 99, "Other"]),
	userDeletion: by("system", ["iam", "deletion user", "success"], [3001, 6, "Delete"]),
	groupCreation: by("system", ["iam", "creation group", "success"], [3006, 6, "Create"]),
	groupChange: by("system", ["iam", "change group", "success"], [3006, 99, "Other"]),
	groupDeletion: by("system", ["iam", "deletion group", "success"], [3006, 5, "Delete"]),
	passwordReset: by("system", ["iam", "info user", "success"], [3001, 4, "Password Reset"]),
	mail: by("system", ["email", "info", "failure"], [4009, 1, "Send"]),
	keyCreation: by("system", ["configuration", "creation", "success"], [3004, 1, "Create"]),
	keyChange: by("system", ["configuration", "change", "success"], [3004, 3, "Update"]),
	keyDeletion: by("system", ["configuration", "deletion", "success"], [3004, 4, "Delete"]),
	accessKeyCreation: by("self", ["iam", "creation", "success"], [3004, 1, "Create"]),
	accessKeyEnd: by("self", ["iam", "deletion", "success"], [3004, 4, "Delete"]),
	accessKeyFound: by("unknown", ["iam", "deletion", "success"], [3004, 4, "Delete"]),
	accessKeyNotice: by("system", ["iam", "info", "success"], [3004, 99, "Other"]),
	refusedAccessKey: by("unknown", ["authentication", "info", "failure"], [3002, 1, "Logon"]),
	applicationLogin: by("self", ["authentication", "start", "success"], [3002, 1, "Logon"]),
	applicationRefusal: by("unknown", ["authentication", "info", "failure"], [3002, 1, "Logon"]),
	applicationLogout: by("system", ["authentication", "info", "failure"], [3002, 2, "Logoff"]),
	applicationConsent: by("self", ["iam", "change user", "success"], [3001, 99, "Other"]),
	start: by("system", ["process", "start", "success"], [6002, 3, "Start"]),
	stop: by("system", ["process", "end", "success"], [6002, 4, "Stop"]),
	crash: by("system", ["process", "end", "failure"], [6008, 1, "General Error"]),
} as const;
