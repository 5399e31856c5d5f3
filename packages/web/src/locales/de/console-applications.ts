import { counter } from "../count.ts";
import type * as en from "../en/console-applications.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);
const loginsEnded = (ended: number): string =>
	ended === 0
		? ""
		: ` ${counted(ended, { one: "Ihre Anmeldung in # Sitzung ist beendet.", other: "Ihre Anmeldungen in # Sitzungen sind beendet." })}`;

const address = (path: string) =>
	`Schreiben Sie die ganze Adresse, etwa https://app.example.com${path}, ohne *, # und ;. Einfaches http gilt nur auf der Maschine selbst, oder wenn Sie es unten erlauben.`;
const wrong: Record<string, string> = {
	url: address(""),
	redirectUris: address("/callback"),
	launchUrl: address(""),
	logoutUri: address("/logout"),
	postLogoutUris: address(""),
	name: "1 bis 64 sichtbare Zeichen.",
	offlineDays: "Mehr als 0 braucht offline_access.",
};

/** The service counts no further than 10,000. */
const usersOf = (users: number): string =>
	users === 0
		? "Noch kein Benutzer hat zugestimmt."
		: counted(users, {
				one: "# Benutzer hat zugestimmt.",
				other: users >= 10_000 ? "# Benutzer oder mehr haben zugestimmt." : "# Benutzer haben zugestimmt.",
			});

export const consoleApplicationTexts: typeof en.consoleApplicationTexts = {
	title: "Anwendungen",
	intro: "Benutzer melden sich dort mit ihrem Konto hier an, über OpenID Connect.",
	off: "Single Sign-on ist aus: Noch kann sich kein Benutzer bei einer Anwendung anmelden. Setzen Sie `SALLYPORT_OIDC=on` und starten Sie den Dienst neu. Registrieren geht schon vorher.",
	empty: "Es gibt noch keine Anwendungen. Für Grafana, Nextcloud und andere genügt ihre Adresse.",
	columns: {
		name: "Anwendung",
		kind: "Läuft",
		groups: "Wer darf",
		users: "Benutzer",
		used: "Zuletzt benutzt",
		state: "Status",
	},
	kinds: { web: "Auf einem Server", spa: "Im Browser", native: "Auf Geräten" },
	states: { active: "Aktiv", disabled: "Gesperrt" },
	everyUser: "Jeder Benutzer",
	notAsked: "Nicht gefragt",
	userCount: (count) => counted(count, { other: count >= 10_000 ? "# oder mehr" : "#" }),
	optional: (label) => `${label} (optional)`,
	settings: {
		name: "Name",
		redirectUris: "Redirect-URIs",
		allowedGroups: "Gruppen, die sie benutzen dürfen",
		launchUrl: "Startseite",
		authMethod: "Wie sie ihr Geheimnis sendet",
		pkce: "PKCE",
		scopes: "Wonach sie fragen darf",
		requireAcr: "Jede Anmeldung braucht",
		offlineDays: "Tage Zugang über die Sitzung hinaus",
		logoutUri: "Adresse für Logout-Tokens",
		postLogoutUris: "Adressen nach einer Abmeldung",
		trusted: "Vertraut: Benutzer werden nicht gefragt, ob sie sie kennen darf",
		insecure: "Einfaches http außerhalb dieser Maschine erlauben, in einem eigenen Netz",
	},
	hints: {
		redirectUris:
			"Wohin Benutzer zurückkommen, etwa https://app.example.com/callback: eine je Zeile, wie die Anwendung sie sendet.",
		allowedGroups: "Durch Leerzeichen getrennt. Leer: jeder Benutzer darf.",
		launchUrl: "Wo Benutzer beginnen, von ihrem Profil aus, etwa https://app.example.com.",
		offlineDays: "0: Ihr Zugang endet mit der Sitzung. Mehr braucht offline_access.",
		logoutUri: "Der Dienst benachrichtigt sie, wenn eine Sitzung endet (Back-Channel-Logout).",
		postLogoutUris: "Wohin die Anwendung Benutzer dann schicken darf: eine je Zeile.",
	},
	authMethods: { client_secret_basic: "Im Header (basic)", client_secret_post: "Im Body (post)" },
	noSecret: "Sie hat kein Geheimnis: PKCE schützt ihre Anmeldungen",
	pkces: { required: "Verlangt", optional: "Freiwillig, falls sie PKCE nicht kennt" },
	scopes: {
		profile: "Name und Benutzername",
		email: "E-Mail-Adresse",
		groups: "Gruppen",
		offline_access: "Verbunden bleiben",
	},
	levels: { "": "Was der Benutzer hat", aal2: "Zwei Faktoren", phr: "Einen Passkey" },
	address,
	wrong: (_message, member) => wrong[member] ?? "Das nimmt der Dienst nicht an.",
	saved: (ended) => `Gespeichert.${loginsEnded(ended)}`,
	add: {
		button: "Anwendung registrieren",
		template: "Was sie ist",
		byHand: "Eine andere Anwendung",
		url: "Ihre Adresse",
		urlHint: "Etwa https://app.example.com, wo Benutzer sie öffnen.",
		kind: "Wo sie läuft",
		more: "Weitere Einstellungen",
		id: "Client-ID",
		idHint: "1 bis 64 aus a–z, A–Z, 0–9 und ._- Sonst zufällig. Sie lässt sich nicht ändern.",
		submit: "Registrieren",
		lost: (name) => `${name} ist registriert, aber das Geheimnis wurde nicht gezeigt. Wechseln Sie es.`,
	},
	days: {
		label: "Ihr Geheimnis endet",
		never: "Nie",
		after: (count) => counted(count, { other: "Nach # Tagen" }),
	},
	made: {
		heading: (name) => `${name} ist registriert`,
		why: "Das Geheimnis wird nur jetzt gezeigt. Tragen Sie es mit den Zeilen darunter in die Anwendung ein.",
		whyNoSecret: "Sie hat kein Geheimnis. Tragen Sie die Zeilen darunter in die Anwendung ein.",
		secret: "Geheimnis",
		id: "Client-ID",
		issuer: "Issuer",
		lines: (where) => `Für ${where}:`,
		notes: "Was zu wissen ist",
		checked: {
			"run here": "Das wurde mit diesem Dienst ausprobiert.",
			"by its documents": "Das folgt der Dokumentation und wurde hier nicht ausprobiert.",
		},
		documents: "Dokumentation der Anwendung",
		stored: "Ich habe es aufbewahrt",
	},
	tabsLabel: "Über diese Anwendung",
	tabs: { connection: "Verbindung", settings: "Einstellungen", users: "Benutzer" },
	connection: {
		id: "Client-ID",
		issuer: "Issuer",
		metadata: "Metadaten",
		authorization: "Authorization",
		token: "Token",
		userinfo: "Userinfo",
		added: "Registriert",
		secrets: "Geheimnisse",
		secretMade: (when) => `erstellt ${when}`,
		secretEnds: (when) => `endet ${when}`,
		noEnd: "ohne Ende",
		secretUsed: (when) => `zuletzt benutzt ${when}`,
		neverUsed: "nie benutzt",
		noSecrets: "Sie hat kein gültiges Geheimnis. Darum kann sich kein Benutzer bei ihr anmelden.",
	},
	rotate: {
		button: "Geheimnis wechseln",
		most: "Sie hat schon zwei Geheimnisse. Beenden Sie das, das nicht mehr benutzt wird.",
		heading: (name) => `Das Geheimnis von ${name} wechseln`,
		what: "Das bisherige gilt, bis Sie es beenden. Tragen Sie zuerst das neue in die Anwendung ein.",
		shown: (name) => `Das neue Geheimnis von ${name}`,
		why: "Es wird nur jetzt gezeigt. Tragen Sie es in die Anwendung ein, dann beenden Sie das bisherige.",
	},
	end: {
		button: "Beenden",
		which: (hint) => `Geheimnis ${hint} beenden`,
		heading: (hint) => `Geheimnis ${hint} beenden?`,
		what: "Der Dienst weist die Anwendung damit sofort ab. Das lässt sich nicht rückgängig machen.",
		last: "Es ist das einzige: Niemand kann sich bei der Anwendung anmelden, bis sie ein anderes hat.",
		submit: "Geheimnis beenden",
		done: "Das Geheimnis ist beendet.",
	},
	acts: { disable: "Sperren", enable: "Entsperren", remove: "Löschen" },
	disabled: (name, ended) => `${name} ist gesperrt.${loginsEnded(ended)}`,
	enabled: (name) => `${name} ist entsperrt.`,
	remove: {
		heading: (name) => `${name} löschen?`,
		what: (users) =>
			`${usersOf(users)} Ihre Zustimmung, die Geheimnisse und die Anmeldungen werden mit gelöscht. Das lässt sich nicht rückgängig machen.`,
		submit: "Endgültig löschen",
		done: (name, ended) => `${name} ist gelöscht.${loginsEnded(ended)}`,
	},
	users: {
		caption: "Benutzer, die zugestimmt haben",
		user: "Benutzer",
		scopes: "Darf kennen",
		agreed: "Zugestimmt",
		none: "Noch kein Benutzer hat zugestimmt.",
		noneAsked: "Ihr wird vertraut: Benutzer werden nicht gefragt und nicht aufgeführt.",
	},
};
