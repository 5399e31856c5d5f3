import type { Answer, Connection, Request } from "../lib/connection.ts";

/** How the credential of a login travels. */
export const modes = ["token", "cookie"] as const;
export type Mode = (typeof modes)[number];

export interface Person {
	username: string;
	password: string;
}

export type Headers = Record<string, string>;

/** How one product is spoken to. Plain functions, so that every process of the bench can look it up by its name. */
export interface Protocol {
	/** What a visitor who is not known shows at a login. */
	begin(connection: Connection): Promise<Headers>;
	/** What somebody shows who has logged in there before. */
	beginKnown(connection: Connection, person: Person): Promise<Headers>;
	login(person: Person, mode: Mode, shown: Headers): Request;
	/** What later calls show. Throws unless the login was done. */
	credential(answer: Answer, mode: Mode): Headers;
	/** The least call that tells who one is. */
	check(mode: Mode): string;
	isChecked(answer: Answer, person: Person): boolean;
	/** For products without a command line; `admin` is null where anybody may register. */
	addUser?(connection: Connection, person: Person, admin: Person): Promise<void>;
}

export function demandStatus(answer: Answer, ...wanted: number[]): Answer {
	if (!wanted.includes(answer.status))
		throw new Error(`It answered ${answer.status}: ${answer.body.slice(0, 200)}`);
	return answer;
}

/** A member of a JSON answer, at a path of names. Throws unless it is text. */
export function textAt({ body }: Answer, ...path: string[]): string {
	let value: unknown = JSON.parse(body);
	for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
	if (typeof value !== "string") throw new Error(`There is no ${path.join(".")} in ${body.slice(0, 200)}`);
	return value;
}
