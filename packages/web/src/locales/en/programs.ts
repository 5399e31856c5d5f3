export const programTexts = {
	page: {
		title: "Programs",
		intro: "For developers: how your scripts and programs log in as you.",
	},
	login: {
		heading: "Log in from a program",
		intro: "Paste this into a shell and put your password in place of `YOUR_PASSWORD`.",
		code: "Put a code of your authenticator app in place of `YOUR_CODE`.",
		credential: "Credential",
		token: "JWT",
		cookie: "Cookie session",
		tokenNote: "The response contains the JWT in `token`. Put it in place of `ACCESS_TOKEN` in later calls:",
		cookieNote: "The cookie is stored in `cookies.txt` and sent with later calls:",
		command: "command",
		call: "second command",
	},
	csrf: {
		heading: "CSRF token",
		copy: "CSRF token",
		what: "Every login must send this token in the header `csrf`. It works without a cookie and for any user, and proves no identity.",
		ends: (when: string | null) =>
			`It ends with the session of this page: when you log out, end the session, change the password or leave the page unused for too long${when === null ? "" : `, and at the latest on ${when}`}.`,
	},
	more: {
		heading: "Everything else",
		what: "The API page describes every operation, with an example for each. Your own APIs take the JWT in the same header, `Authorization`.",
		link: "Open the API page",
	},
};
