import { useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { dateTime } from "../../when.ts";
import { useDesk } from "../desk.ts";
import { Line } from "../parts/line.tsx";
import { useAct } from "../parts/use-act.tsx";
import { When } from "../parts/when.tsx";
import { State } from "../users/user-columns.tsx";
import { Factors } from "./factors.tsx";
import { type LinkAct, LinkDialog } from "./link-dialog.tsx";
import type { OfUser } from "./of-user.ts";
import { RoleDialog } from "./role-dialog.tsx";

const { access: words, acts, said } = consoleUserPageTexts;

/** These events tell since when, and by whom. */
const givesRole = "user_created,user_updated";

/** What lets the user in, and every act that changes it. */
export function AccessTab({ user, reload }: OfUser) {
	const { api, page, to } = useDesk();
	const { run, busy, failure } = useAct();
	const [asks, setAsks] = useState<LinkAct | "role" | null>(null);
	const { id, username, version, state, role, kind } = user;
	const isOwn = username === page.username;
	const isPerson = kind === "person";
	const hasPassword = state === "active" && isPerson;
	const isInvitable = isPerson && (state === "invited" || state === "reset");
	const button = (text: string, onClick: () => void) =>
		!isOwn && (
			<button type="button" class="quiet" aria-busy={busy} onClick={onClick}>
				{text}
			</button>
		);
	const unlock = () =>
		run(() => api("POST /users/{id}/unlock", { id, version }), {
			text: () => said.unlocked(username),
			reload,
		});

	return (
		<>
			{failure}
			{isOwn && <p class="hint">{words.own}</p>}
			<dl class="access">
				<Line term={words.state} value={<State state={state} />} />
				<Line
					term={words.role}
					value={<a href={to(["events"], { user: id, event: givesRole })}>{consoleUserTexts.roles[role]}</a>}
				>
					{/* A user who is kept out is given no more. */}
					{isPerson &&
						(role === "admin" || state !== "disabled") &&
						button(role === "admin" ? acts.makeUser : acts.makeAdmin, () => setAsks("role"))}
				</Line>
				<Line term={words.password} value={words.passwords[isPerson ? state : "service"]}>
					{hasPassword && button(acts.reset, () => setAsks("reset"))}
					{isInvitable && button(acts.invite, () => setAsks("invite"))}
				</Line>
				{user.setupLinkExpiresAt !== null && (
					<Line term={words.link} value={words.until(dateTime(user.setupLinkExpiresAt))} />
				)}
				{user.closedToUnknownDevicesUntil !== null && (
					<Line term={words.waits} value={words.until(dateTime(user.closedToUnknownDevicesUntil))}>
						{button(acts.unlock, () => void unlock())}
					</Line>
				)}
				<Line term={words.secondFactor} value={secondFactorOf(user)} />
				{isPerson && <Factors user={user}>{hasPassword && button(acts.lost, () => setAsks("lost"))}</Factors>}
				<Line
					term={words.lastLogin}
					value={
						user.lastLoginAt === null ? (
							consoleTexts.never
						) : (
							<>
								<When iso={user.lastLoginAt} />{" "}
								{user.lastLoginAddress !== null && words.from(user.lastLoginAddress)}
							</>
						)
					}
				/>
				<Line
					term={words.keys}
					value={<a href={to(["access-keys"], { user: id })}>{String(user.accessKeys)}</a>}
				>
					{!isPerson && (
						<a href={to(["access-keys"], { user: id, make: "1" })}>{consoleUserPageTexts.acts.makeKey}</a>
					)}
				</Line>
				<Line term={words.added} value={<When iso={user.createdAt} />} />
				<Line term={words.id} value={<code>{id}</code>} />
			</dl>
			{asks === "role" && <RoleDialog user={user} reload={reload} onClose={() => setAsks(null)} />}
			{asks !== null && asks !== "role" && (
				<LinkDialog user={user} reload={reload} how={asks} onClose={() => setAsks(null)} />
			)}
		</>
	);
}

function secondFactorOf({ secondFactorAt, secondFactorDueAt }: OfUser["user"]): string {
	if (secondFactorAt !== null) return words.on(dateTime(secondFactorAt));
	return secondFactorDueAt === null ? words.off : words.due(dateTime(secondFactorDueAt));
}
