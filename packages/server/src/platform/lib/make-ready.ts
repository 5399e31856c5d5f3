/** What to do when something is missing that the set-up installs or builds. */
export const MAKE_READY =
	"Run npm start, or node scripts/setup.mjs packages/server/bin/sallyport.mjs --version.";
