import {
	at,
	type Breakage,
	breaks,
	editMembers,
	sentBody,
	status,
	succeed,
	withHeader,
} from "./breakages.ts";

const EXPORT = "GET /api/auth/export";
const LOCALE = "POST /api/auth/locale";
const chosen = succeed({ message: "Language chosen" });

export const breakagesOfOwnData: Breakage[] = [
	breaks(
		"data.export",
		at(EXPORT, status(200)),
		editMembers((members, { call }) => {
			members.sessions = [{ secret: call.headers.cookie }];
		}),
	),
	breaks("data.export-guard", at(EXPORT, withHeader("authorization")), succeed()),
	breaks("data.locale", at(LOCALE, sentBody(/another/), status(400)), chosen),
	breaks(
		"own-factors.passkey",
		at("POST /api/auth/login/passkey"),
		editMembers((members) => {
			members.token = "x";
		}),
	),
	breaks("own-factors.app", at("POST /api/auth/login", status(401)), succeed()),
	breaks("data.locale-guard", at(LOCALE, sentBody(/x-none/), status(403)), chosen),
];
