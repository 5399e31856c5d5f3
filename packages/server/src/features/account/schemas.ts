export const ReauthenticateBody = {
	type: "object",
	required: ["password"],
	properties: {
		password: {
			type: "string",
			minLength: 1,
			maxLength: 1024,
			description: "The present password.",
			examples: ["correct horse battery staple"],
		},
	},
	title: "ReauthenticateRequest",
	additionalProperties: false,
} as const;

export const PasswordBody = {
	type: "object",
	required: ["currentPassword", "newPassword"],
	properties: {
		currentPassword: {
			type: "string",
			minLength: 1,
			maxLength: 1024,
			description: "The password in force.",
			examples: ["correct horse battery staple"],
		},
		newPassword: {
			type: "string",
			maxLength: 1024,
			description: "The new password. It must be long, and no other person may know it.",
			examples: ["five words nobody else has"],
		},
	},
	title: "PasswordChangeRequest",
	additionalProperties: false,
} as const;
