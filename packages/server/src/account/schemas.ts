import { Type } from "typebox";

export const ReauthenticateBody = Type.Object(
	{ password: Type.String({ minLength: 1, maxLength: 1024 }) },
	{ title: "ReauthenticateRequest", additionalProperties: false },
);

export const PasswordBody = Type.Object(
	{
		currentPassword: Type.String({ minLength: 1, maxLength: 1024 }),
		newPassword: Type.String({ maxLength: 1024 }),
	},
	{ title: "PasswordChangeRequest", additionalProperties: false },
);
