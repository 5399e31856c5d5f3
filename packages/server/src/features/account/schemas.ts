import { Type } from "../../platform/lib/schema.ts";
export const ReauthenticateBody = Type.Object(
	{
		password: Type.String({
			minLength: 1,
			maxLength: 1024,
			description: "The present password.",
			examples: ["correct horse battery staple"],
		}),
	},
	{ title: "ReauthenticateRequest", additionalProperties: false },
);

export const PasswordBody = Type.Object(
	{
		currentPassword: Type.String({
			minLength: 1,
			maxLength: 1024,
			description: "The password in force.",
			examples: ["correct horse battery staple"],
		}),
		newPassword: Type.String({
			maxLength: 1024,
			description: "The one to come; it must be long and known to nobody else.",
			examples: ["five words nobody else has"],
		}),
	},
	{ title: "PasswordChangeRequest", additionalProperties: false },
);
