export type Kind = "signing" | "sealing";
