/** A request that is refused, and the clients that send it. */
import type { UserAdministration } from "../../src/operations/administration/administer-users.ts";
import type { ErrorCode } from "../../src/platform/errors.ts";
import { tokenOf } from "./administration.ts";
import { rawRequest, sendRaw } from "./raw.ts";
import type { TestService } from "./service.ts";
import type { Answer, Visitor } from "./visitor.ts";

export interface Stage {
	service: TestService;
	users: UserAdministration;
	/** An active user with ADMIN_PASSWORD, another one for each case. */
	newUser(): Promise<string>;
}

export interface RefusalCase {
	name: string;
	request(stage: Stage): Promise<Answer>;
	status: number;
	code: ErrorCode;
}

export const login = "/api/auth/login";
export const wrong = "not the password at all";

/** A login body exactly as written. */
export const body = (text: string) => (stage: Stage) => stage.service.visitor().post(login, text);
export const raw = (lines: string[], text?: string) => (stage: Stage) =>
	sendRaw(stage.service.port, rawRequest(lines, text));
export const anyone = (use: (visitor: Visitor, stage: Stage) => Promise<Answer>) => (stage: Stage) =>
	use(stage.service.visitor(), stage);
export const loggedIn = (use: (visitor: Visitor, stage: Stage) => Promise<Answer>) => async (stage: Stage) =>
	use(await stage.service.loggedIn(await stage.newUser()), stage);
export const withLink =
	(use: (visitor: Visitor, token: string) => Promise<Answer>) => async (stage: Stage) => {
		const { setupLink } = await stage.users.reset(await stage.newUser());
		return use(stage.service.visitor(), tokenOf(setupLink));
	};
