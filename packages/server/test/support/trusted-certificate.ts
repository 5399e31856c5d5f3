import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { makeSelfSigned } from "./self-signed.ts";

/** Trusted by this process. Of two with the same name, TLS would find only one. */
export const trusted = makeSelfSigned();
setDefaultCACertificates([...getCACertificates("default"), trusted.cert]);
