/** The class of an event in the two schemas that log platforms share. */
export interface EventMapping {
	/** Elastic Common Schema: event.category, event.type, event.outcome. */
	ecs: { category: string; types: readonly string[]; outcome: "success" | "failure" };
	/** Open Cybersecurity Schema Framework: class_uid and activity_id, with their captions. */
	ocsf: { classUid: number; className: string; activityId: number; activity: string };
}

const classNames = {
	2004: "Detection Finding",
	3001: "Account Change",
	3002: "Authentication",
	3004: "Entity Management",
	6002: "Application Lifecycle",
	6003: "API Activity",
	6008: "Application Error",
} as const;

type EcsPlace = [category: string, types: string, outcome: EventMapping["ecs"]["outcome"]];
type OcsfPlace = [classUid: keyof typeof classNames, activityId: number, activity: string];

function at([category, types, outcome]: EcsPlace, [classUid, activityId, activity]: OcsfPlace): EventMapping {
	return {
		ecs: { category, types: types.split(" "), outcome },
		ocsf: { classUid, className: classNames[classUid], activityId, activity },
	};
}

/** Only types that ECS expects in the category (ECS 9, OCSF 1). */
export const mappings = {
	login: at(["authentication", "start", "success"], [3002, 1, "Logon"]),
	failedLogin: at(["authentication", "start", "failure"], [3002, 1, "Logon"]),
	refusedGuess: at(["authentication", "info", "failure"], [3002, 1, "Logon"]),
	passwordChange: at(["iam", "change user", "success"], [3001, 3, "Password Change"]),
	failedPasswordChange: at(["iam", "change user", "failure"], [3001, 3, "Password Change"]),
	tokenStart: at(["authentication", "info", "success"], [3002, 99, "Other"]),
	tokenEnd: at(["authentication", "info", "success"], [3002, 2, "Logoff"]),
	tokenReuse: at(["authentication", "info", "failure"], [2004, 1, "Create"]),
	sessionStart: at(["session", "start", "success"], [3002, 99, "Other"]),
	sessionChange: at(["session", "info", "success"], [3002, 99, "Other"]),
	sessionMisuse: at(["session", "info", "failure"], [3002, 99, "Other"]),
	sessionEnd: at(["session", "end", "success"], [3002, 2, "Logoff"]),
	attack: at(["intrusion_detection", "denied", "failure"], [2004, 1, "Create"]),
	limit: at(["api", "denied", "failure"], [6003, 99, "Other"]),
	badInput: at(["web", "error", "failure"], [6003, 99, "Other"]),
	userCreation: at(["iam", "creation user", "success"], [3001, 1, "Create"]),
	userChange: at(["iam", "change user", "success"], [3001, 99, "Other"]),
	userDeletion: at(["iam", "deletion user", "success"], [3001, 6, "Delete"]),
	passwordReset: at(["iam", "info user", "success"], [3001, 4, "Password Reset"]),
	keyCreation: at(["configuration", "creation", "success"], [3004, 1, "Create"]),
	keyChange: at(["configuration", "change", "success"], [3004, 3, "Update"]),
	keyDeletion: at(["configuration", "deletion", "success"], [3004, 4, "Delete"]),
	start: at(["process", "start", "success"], [6002, 3, "Start"]),
	stop: at(["process", "end", "success"], [6002, 4, "Stop"]),
	crash: at(["process", "end", "failure"], [6008, 1, "General Error"]),
} as const;
