export type Kind = "signing" | "sealing";

/** Those of applications rotate with the signing keys. */
export type Ring = Kind | "applications";
