import { USERNAME_MAX_CODE_POINTS } from "../../identity/user/username.ts";

export const LoginBody = {
	type: "object",
	required: ["username", "password"],
	properties: {
		username: {
			type: "string",
			minLength: 1,
			maxLength: USERNAME_MAX_CODE_POINTS,
			description: "The user's login name; upper and lower case are alike.",
			examples: ["ada"],
		},
		password: {
			type: "string",
			minLength: 1,
			maxLength: 1024,
			description: "At most 1024 bytes of UTF-8.",
			examples: ["correct horse battery staple"],
		},
		session: {
			type: "boolean",
			description: "true: a cookie session. Omitted or false: a JWT access token in the answer.",
			default: false,
		},
	},
	title: "LoginRequest",
	additionalProperties: false,
} as const;
