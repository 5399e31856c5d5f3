export type Kind = "signing" | "sealing";

/** Those of applications rotate with the signing keys. */
export type Ring = Kind | "applications";

/** What is asked of the admin. */
export interface Asked {
	how: "rotate" | "force" | "replace";
	kind: Kind;
	/** The key that was in use then. Another one is not touched: an answer was lost, or another admin was faster. */
	active: string;
}
