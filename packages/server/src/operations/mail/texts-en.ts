import { code, p } from "./content.ts";
import type { FactorChange, Operator, ServiceKeyChange } from "./payloads.ts";

/** Whom a mail is about. */
export interface Named {
	service: string;
	username: string;
}

export const en = {
	/** For times. */
	locale: "en-GB",
	/** At the end of each mail, where the operator names an address for it. */
	help: "Help:",
	/** Before each link, where there are several. */
	linkFor: (username: string) => p`For the user ${code(username)}:`,
	linkLasts: (until: string) => `The link works once, until ${until}.`,
	/** In each notice. Ends with `from` where that is known, and a full stop. */
	about: ({ service, username }: Named, at: string) =>
		p`This is about the user ${code(username)} at ${service}, on ${at}`,
	from: (address: string) => p` from the network address ${code(address)}`,
	/** Followed by the page for it, as is every `next`. */
	setPassword: "If that was not you, set a new password at once:",

	recovery: {
		subject: (service: string) => `Set a new password for ${service}`,
		ask: ({ service, username }: Named) =>
			p`Someone asked for a new password for the user ${code(username)} at ${service}. If it was you, set one here:`,
		askSeveral: (service: string) =>
			p`Someone asked for new passwords for the users with this address at ${service}. If it was you, set them here:`,
		lasts: (until: string, isOne: boolean) =>
			`${isOne ? "The link works" : "Each link works"} once, until ${until}. Your present password stays until you have set a new one.`,
		ifNotYou: "If you did not ask for it, ignore this mail: nothing has changed.",
	},
	invitation: {
		subject: (service: string) => `Your account at ${service}`,
		ask: ({ service, username }: Named) =>
			p`An account was made for you at ${service}. Your username is ${code(username)}. Choose a password here:`,
		ifNotYou: "If you do not expect this, ignore this mail.",
	},
	password_link: {
		subject: (service: string) => `Set a new password for ${service}`,
		ask: ({ service, username }: Named) =>
			p`The operator of ${service} has removed the password of the user ${code(username)}. Set a new one here:`,
	},
	email_confirmation: {
		subject: (service: string) => `Confirm your address for ${service}`,
		ask: ({ service, username }: Named) =>
			p`The user ${code(username)} at ${service} wants to get mail at this address. If that is you, log in and confirm it here:`,
		ifNotYou: "If it is not you, ignore this mail.",
	},
	password_changed: {
		subject: (service: string) => `Your password at ${service} was changed`,
		what: "Your password was changed, and all other sessions have ended.",
	},
	factors_changed: {
		subject: (service: string) => `Your login at ${service} was changed`,
		what: "Your login settings were changed.",
	},
	changes: {
		totp_added: "An authenticator app was added.",
		totp_removed: "An authenticator app was removed.",
		passkey_added: "A passkey was added.",
		passkey_removed: "A passkey was removed.",
		second_factor_on: "Two-step login was turned on.",
		second_factor_off: "Two-step login was turned off.",
		recovery_codes_created: "New recovery codes were made; earlier ones are void.",
	} satisfies Record<FactorChange, string>,
	email_changed: {
		subject: (service: string) => `Your address at ${service} was changed`,
		what: "Mail about your account comes to this address from now on.",
	},
	/** To the address before. */
	email_left: {
		subject: (service: string) => `Your address at ${service} was changed`,
		what: "Your account now has a different e-mail address. You will get no more mail about it at this one.",
		next: "If that was not you, log in and end all other sessions, and tell the operator of the service:",
	},
	new_device: {
		subject: (service: string) => `New login at ${service}`,
		what: "Someone has logged in with your password or passkey on a device that is not known to your account. If it was you, all is well.",
	},
	data_exported: {
		subject: (service: string) => `A copy of your data at ${service}`,
		what: "Someone has downloaded a copy of all that is stored about you. If it was you, all is well.",
	},
	data_given: {
		subject: (service: string) => `A copy of your data at ${service}`,
		what: "The operator of the service has made a copy of all that is stored about you.",
		next: "If you have not asked for one, ask the operator why. The service is here:",
	},
	account_closed: {
		password: {
			subject: (service: string) => `Wrong passwords for your account at ${service}`,
			what: "Someone has typed many wrong passwords for your account. Unknown devices cannot log in to it any more; the devices on which you have logged in before still can.",
			next: "To unlock the account for new devices, log in on a device that you have used before:",
		},
		second: {
			subject: (service: string) => `Someone knows your password at ${service}`,
			what: "Someone knows your password and has typed many wrong codes after it. Codes from unknown devices are no longer accepted.",
			next: "Set a new password:",
		},
	},
	password_reset: (factors: boolean) => ({
		subject: (service: string) => `Your password at ${service} was removed`,
		what: `The operator of the service has removed your password${factors ? " and your second factors" : ""} and ended all your sessions. The operator will send you a link to set a new password.`,
		next: "The service is here:",
	}),
	access_key: {
		created: {
			subject: (service: string) => `New access key at ${service}`,
			what: "An access key was made. A program can log in with it, without a second factor.",
			next: "If you do not expect that, end the key, and set a new password:",
		},
		expiring: {
			subject: (service: string) => `An access key at ${service} ends soon`,
			what: "An access key ends within days. From then on, programs that log in with it are refused.",
			next: "Rotate the key before, and give programs the new one:",
		},
		expired: {
			subject: (service: string) => `An access key at ${service} has ended`,
			what: "An access key has reached its end. Programs that log in with it are refused.",
			next: "Make another one if it is still needed:",
		},
		leaked: {
			subject: (service: string) => `An access key at ${service} was found in public`,
			what: "A finder has reported an access key: it was public somewhere. It was ended, with all its sessions.",
			next: "Find out where it was, and make another one:",
		},
		key: (hint: string) => p`The key begins with ${code(`sallyport_${hint}`)}.`,
		administers: "It administers this service.",
		ofService: (name: string) => p`It belongs to the service account ${code(name)}.`,
	},
	admin_added: {
		subject: (service: string) => `New admin at ${service}`,
		/** Followed by the names. */
		what: (service: string, at: string) => `On ${at}, an operator of ${service} gave admin rights to:`,
		next: "If you did not expect that, ask the operator at once. The service is here:",
	},
	/** In mails to admins. Ends with `from` where that is known, and a full stop. */
	by: {
		admin: (name: string) => p`It was the admin ${code(name)}`,
		service: (name: string) => p`It was an access key of the service account ${code(name)}`,
		cli: (name: string) => p`It was the account ${code(name)} on a machine of the service`,
	} satisfies Record<Operator["kind"], unknown>,
	admin_alarm: {
		subject: (service: string) => `Many users were reset at ${service}`,
		what: (service: string, at: string) =>
			`On ${at}, an operator of ${service} reset the eleventh user within ten minutes. Each reset makes a link that sets a new password.`,
		next: "If you did not expect that, ask at once, and take the operator's access away. What happened is here:",
	},
	keys_changed: {
		subject: (service: string) => `Keys of ${service} were changed`,
		what: (service: string, at: string) => `On ${at}, an operator changed keys of ${service} out of turn.`,
		next: "If you did not expect that, ask the operator at once. The keys are here:",
	},
	key_changes: {
		signing_forced:
			"Another signing key is in use before every API could know it. Until then, an API may refuse new tokens.",
		signing_replaced: "All signing keys were replaced, as after a theft. All access tokens have ended.",
		sealing_forced: "Another sealing key is in use before every instance could know it.",
		sealing_replaced:
			"All sealing keys were replaced, as after a theft. Open setup links and known devices have ended with them.",
	} satisfies Record<ServiceKeyChange, string>,
	test: {
		subject: (service: string) => `Test of mail from ${service}`,
		what: (service: string) => `This is a test: mail from ${service} arrives.`,
	},
};

/** One language. A missing text is a type error. */
export type Words = typeof en;
