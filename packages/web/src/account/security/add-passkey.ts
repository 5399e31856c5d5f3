import { type Connection, type NewPasskey, type PasskeyCreation, SallyportError } from "@sallyport/client";
import { passkeyTexts } from "#texts/passkey.ts";
import { signal } from "../../passkey/signal.ts";

/** Rejects with `aborted` (given up, or present already), `factor_exists`, `reauthentication_required`, … */
export async function addPasskey(connection: Connection): Promise<void> {
	const { challenge, passkey } = await connection.send("POST /api/auth/factors/passkey/options");
	const body = { challenge, passkey: await makePasskey(passkey) };
	const { generation } = connection.credential;
	const added = await connection.send("POST /api/auth/factors/passkey", { body });
	connection.credential.adopt(added.credential, generation);
}

/** Rejects with `aborted`. */
export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey> {
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
		creation as PublicKeyCredentialCreationOptionsJSON,
	);
	try {
		const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
		return made.toJSON() as NewPasskey;
	} catch (cause) {
		const isPresent = (cause as Error).name === "InvalidStateError";
		const text = isPresent ? passkeyTexts.present : passkeyTexts.notMade;
		throw new SallyportError("aborted", text, { cause });
	}
}

/** After a removal: the browser need not offer those that are gone. */
export async function signalPresent({ send }: Connection): Promise<void> {
	const { passkeys } = await send("GET /api/auth/factors");
	if (passkeys !== null) signal((signals) => signals.signalAllAcceptedCredentials?.(passkeys));
}
