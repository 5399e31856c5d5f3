/** Encrypted under a sealing key, which is replaced some day: the owner of the column declares it in sealed-columns.ts. */
export type Sealed = string;
