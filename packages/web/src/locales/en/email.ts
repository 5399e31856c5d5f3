/** The texts of the page on which users change or confirm their e-mail address. */
export const emailTexts = {
	heading: "Your e‑mail address",
	confirm: "You have opened the link that was sent to your new address.",
	submitConfirm: "Confirm this address",
	confirmed: "Your address is confirmed. Mail about your account goes there from now on.",
	invalid: "This link is no longer valid, or belongs to another user.",
	used: "This link has already been used.",
	intro:
		"We will send a link to the new address. Open it to confirm that the address is yours; until then nothing changes.",
	email: "New e-mail address",
	submit: "Send the link",
	sent: (email: string) => `A mail with a link is on its way to ${email}.`,
	wrong: "Write one e-mail address, such as ada@example.com.",
	toAccount: "Go to your account",
};
