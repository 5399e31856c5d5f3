/** Encrypted under a sealing key, which is replaced some day: the module of the column declares it in sealed-columns.ts. */
export type Sealed = string;
