/** Advice when something that is installed or built is missing. */
export const MAKE_READY = "Run npm run build in a checkout, or install the package again.";
