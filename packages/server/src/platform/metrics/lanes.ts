/** Who is served first by the hashing queue: a known device, then an address without recent failures, then an address with some. */
export const lanes = ["known", "quiet", "suspect"] as const;

export type Lane = (typeof lanes)[number];
