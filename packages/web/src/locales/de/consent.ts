import { counter } from "../count.ts";
import type * as en from "../en/consent.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const consentTexts: typeof en.consentTexts = {
	heading: "Bei einer Anwendung anmelden",
	headingOf: (name) => `Bei ${name} anmelden`,
	loading: "Wird geladen …",
	retry: "Noch einmal versuchen",
	back: "Wenn Sie es erlauben, geht es weiter bei",
	backToApp: "Wenn Sie es erlauben, geht es in einer App auf diesem Gerät weiter.",
	knows: "Die Anwendung erfährt:",
	scopes: {
		openid: "Eine Kennung, die für Sie steht",
		profile: "Ihren Namen und Ihren Benutzernamen",
		email: "Ihre E-Mail-Adresse",
		groups: "Die Gruppen, in denen Sie sind",
	},
	stays: (days) =>
		days === 0
			? "Sie bleibt verbunden, solange Sie angemeldet sind."
			: counted(days, {
					one: "Sie bleibt noch # Tag verbunden, nachdem Sie sich abgemeldet haben.",
					other: "Sie bleibt noch # Tage verbunden, nachdem Sie sich abgemeldet haben.",
				}),
	user: (name) => `Sie sind als ${name} angemeldet.`,
	notYou: "Sind Sie das nicht?",
	allow: "Erlauben",
	cancel: "Abbrechen",
	toApplication: (name) => `Zu ${name}`,
	toAccount: "Zu Ihrem Konto",
	problems: {
		interaction_unknown:
			"Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Gehen Sie zurück zur Anwendung und beginnen Sie neu.",
		application_disabled:
			"Der Betreiber dieses Dienstes hat diese Anwendung vorübergehend abgeschaltet. Versuchen Sie es später noch einmal.",
		application_forbidden:
			"Sie dürfen diese Anwendung nicht benutzen. Bitten Sie deren Betreiber oder einen Admin dieses Dienstes um Zugang.",
	},
};
