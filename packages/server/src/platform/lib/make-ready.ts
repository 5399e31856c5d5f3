/** Advice when something that set-up installs or builds is missing. */
export const MAKE_READY =
	"Run npm start, or node scripts/setup.mjs packages/server/bin/sallyport.mjs --version.";
