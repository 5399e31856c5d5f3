/** Why a deployment, or its secret, cannot be used like this; the message says what to do. */
export class DeploymentError extends Error {
	readonly code:
		| "no_deployment"
		| "database_missing"
		| "database_replaced"
		| "migrations_pending"
		| "secret_missing"
		| "secret_unusable"
		| "secret_mismatch"
		| "secret_next_missing"
		| "secret_in_force"
		| "move_unfinished"
		| "moved_away";

	constructor(code: DeploymentError["code"], message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "DeploymentError";
		this.code = code;
	}
}
