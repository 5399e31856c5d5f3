/** Follows "the secret" in messages. */
export const GUESSABLE = "is a placeholder or follows a pattern, so that others can guess it";

/** Lower case. A random secret contains one of these less than once in ten million times. */
const words = `
	changeme changethis replaceme replacethis replacewith placeholder example default password
	yoursecret mysecret supersecret topsecret secrethere secretkey jwtsecret insecure
	insertyour generateyour opensslrand donotuse donotdeploy notinproduction
	randomstring keyboardcat qwertyui asdfghjk
`
	.trim()
	.split(/\s+/);
/** Neighbouring characters one after another: abcdefgh, 87654321, aaaaaaaa. */
const LONGEST_RUN = 7;

/** Whether a secret comes from a template or is a pattern, and so is easily guessed. */
export function isPlaceholder(secret: string): boolean {
	const text = secret.toLowerCase();
	const letters = text.replace(/[^a-z]/g, "");
	return words.some((word) => letters.includes(word)) || hasLongRun(text) || repeatsItself(secret);
}

function hasLongRun(text: string): boolean {
	let [length, step] = [1, 0];
	for (let at = 1; at < text.length; at += 1) {
		const difference = text.charCodeAt(at) - text.charCodeAt(at - 1);
		length = difference === step && Math.abs(step) <= 1 ? length + 1 : 2;
		step = difference;
		if (length > LONGEST_RUN && Math.abs(step) <= 1) return true;
	}
	return false;
}

/** Whether it repeats a block of at most half its length. */
function repeatsItself(text: string): boolean {
	for (let block = 1; block <= text.length / 2; block += 1)
		if (text.startsWith(text.slice(block))) return true;
	return false;
}
