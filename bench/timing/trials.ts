import { addUser, runSallyport } from "../lib/sallyport.ts";

/** A login that is refused, by the reason why. All names are equally long. */
export interface Trial {
	reason: string;
	username: string;
	password: string;
}

const RIGHT = "brass otter lantern quill";
const WRONG = "brass otter lantern quiet";
const [cheaper, dearer] = [
	{ SALLYPORT_HASH_MEMORY: "8192", SALLYPORT_HASH_PASSES: "1" },
	{ SALLYPORT_HASH_MEMORY: "47104", SALLYPORT_HASH_PASSES: "3" },
];

/** The first is what the others are compared with; the second is the same, and shows the noise. */
export const trials: readonly Trial[] = [
	{ reason: "unknown user", username: "nora", password: WRONG },
	{ reason: "another unknown user", username: "noah", password: WRONG },
	{ reason: "wrong password", username: "kate", password: WRONG },
	{ reason: "disabled, right password", username: "dave", password: RIGHT },
	{ reason: "disabled, wrong password", username: "dora", password: WRONG },
	{ reason: "invited, no password yet", username: "ivan", password: WRONG },
	{ reason: "wrong password, older cheaper hash", username: "cher", password: WRONG },
	{ reason: "wrong password, older dearer hash", username: "dean", password: WRONG },
	{ reason: "wrong password, imported PBKDF2 of 10,000", username: "pete", password: WRONG },
	{ reason: "wrong password, imported bcrypt of 12", username: "bert", password: WRONG },
];

/** Of no password that anybody knows. */
const imported = {
	pete: "pbkdf2_sha256$10000$aBcDeFgHiJkL$VZ+exZCobpLF/jo4in7Eee0qIDPBZfLMT9bqnzhOtxc=",
	bert: "$2b$12$UU2mSfT0T1g.X7jHMBA0yOCJCdsFa.8AWO9aqsQv4MUlMwcrq4oNu",
};

/** Makes those users that exist, with `settings` as the present ones. */
export async function makeUsers(folder: string, settings: Record<string, string>): Promise<void> {
	for (const name of ["kate", "dave", "dora"]) await addUser(folder, name, { password: RIGHT, settings });
	for (const name of ["dave", "dora"]) await runSallyport(folder, ["user", "disable", name], { settings });
	await addUser(folder, "ivan", { settings });
	await addUser(folder, "cher", { password: RIGHT, settings: { ...settings, ...cheaper } });
	await addUser(folder, "dean", { password: RIGHT, settings: { ...settings, ...dearer } });
	const lines = Object.entries(imported).map((entry) => `${entry.join(",")}\n`);
	const input = `username,passwordHash\n${lines.join("")}`;
	await runSallyport(folder, ["user", "import", "-", "--format", "csv"], { input, settings });
}
