import type { Connection, FactorAdded, FactorsChanged, TotpActivation } from "@sallyport/client";

/** Each change gives the session of this page another credential. */
function keeping<Changed extends FactorsChanged>({ credential }: Connection) {
	const { generation } = credential;
	return (changed: Changed): Changed => {
		credential.adopt(changed.credential, generation);
		return changed;
	};
}

export const activateTotp = (connection: Connection, body: TotpActivation): Promise<FactorAdded> =>
	connection.send("POST /api/auth/factors/totp/activate", { body }).then(keeping<FactorAdded>(connection));

export const removeFactor = (connection: Connection, id: string): Promise<FactorsChanged> =>
	connection.send("DELETE /api/auth/factors/{id}", { id }).then(keeping(connection));

export const switchSecondFactor = (connection: Connection, on: boolean): Promise<FactorsChanged> =>
	connection.send("PUT /api/auth/second-factor", { body: { on } }).then(keeping(connection));
