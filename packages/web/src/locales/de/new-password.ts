import type * as en from "../en/new-password.ts";

export const newPasswordTexts: typeof en.newPasswordTexts = {
	guidance: (minimum) =>
		`Mindestens ${minimum} Zeichen. Vier oder fünf Wörter, die nichts miteinander zu tun haben, ergeben ein gutes Passwort; Leerzeichen sind willkommen.`,
	first: "Neues Passwort",
	second: "Neues Passwort wiederholen",
	count: (count, minimum) => (count < minimum ? `${count} von mindestens ${minimum} Zeichen` : "Lang genug"),
	short: (minimum) => `Das neue Passwort braucht mindestens ${minimum} Zeichen.`,
	rejected: (reasons) => [...new Set(reasons.map(({ code }) => why[code] ?? why.blocked))].join(" "),
	different: "Die beiden Passwörter sind nicht gleich.",
};

const why: Record<string, string> = {
	too_short: "Das Passwort ist zu kurz.",
	too_long: "Das Passwort ist zu lang.",
	malformed: "Das Passwort enthält Zeichen, die nicht möglich sind.",
	blocked:
		"Das Passwort ist leicht zu erraten: Es ist bekannt oder besteht aus gängigen Wörtern, Namen, Daten, Wiederholungen oder Tastenreihen. Nehmen Sie mehrere Wörter, die nichts miteinander und nichts mit Ihnen oder diesem Dienst zu tun haben.",
};
