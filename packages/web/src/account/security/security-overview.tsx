import type { FactorList } from "@sallyport/client";
import { dueTexts } from "#texts/due.ts";
import { passkeyTexts } from "#texts/passkey.ts";
import { securityTexts } from "#texts/security.ts";
import { knowsPasskeys } from "../../passkey/supported.ts";
import { dateTime } from "../../when.ts";
import { type Factor, FactorItem } from "./factor-item.tsx";

/** As many as the service takes: an old phone and a new one. */
const MOST_APPS = 2;
const FEW_CODES = 3;

interface Props {
	list: FactorList;
	onAddApp: () => void;
	onAddPasskey: () => void;
	onTurn: (on: boolean) => void;
	onRenewCodes: () => void;
	onRename: (id: string, name: string) => Promise<void>;
	onRemove: (factor: Factor) => void;
}

export function SecurityOverview(props: Props) {
	const { list, onAddApp, onAddPasskey, onTurn, onRename, onRemove } = props;
	const { on, demanded, dueAt } = list.secondFactor;
	const { add, factors, state, turnOff } = securityTexts;
	const apps = list.factors.filter(({ kind }) => kind === "totp").length;
	const hasAny = list.factors.length > 0;
	return (
		<>
			<p>{securityTexts.what}</p>
			<p class={on ? "state on" : "state"}>{on ? state.on : state.off}</p>
			{dueAt !== null && <p class="banner">{dueTexts.due(dateTime(dueAt))}</p>}
			{!on && hasAny && <p>{securityTexts.kept}</p>}
			{on && <RecoveryCodesLeft {...props} />}
			{hasAny && <h3>{factors.heading}</h3>}
			<ul class="factors">
				{list.factors.map((factor) => (
					<FactorItem
						key={factor.id}
						factor={factor}
						onRename={(name) => onRename(factor.id, name)}
						onRemove={() => onRemove(factor)}
					/>
				))}
			</ul>
			<div class="actions">
				{!on && hasAny && (
					<button type="button" onClick={() => onTurn(true)}>
						{securityTexts.turnOn}
					</button>
				)}
				{apps < MOST_APPS && (
					<button type="button" class={hasAny ? "quiet" : ""} onClick={onAddApp}>
						{apps === 0 ? add.button : add.another}
					</button>
				)}
				{list.passkeys !== null && knowsPasskeys() && (
					<button type="button" class="quiet" onClick={onAddPasskey}>
						{passkeyTexts.add.button}
					</button>
				)}
				{on && !demanded && (
					<button type="button" class="danger" onClick={() => onTurn(false)}>
						{turnOff.button}
					</button>
				)}
			</div>
		</>
	);
}

function RecoveryCodesLeft({ list, onRenewCodes }: Props) {
	const { codes } = securityTexts;
	const { left = 0, createdAt = "" } = list.recoveryCodes ?? {};
	const isNone = list.recoveryCodes === null;
	return (
		<>
			<h3>{codes.heading}</h3>
			{left > FEW_CODES ? (
				<p>{codes.left(left, dateTime(createdAt))}</p>
			) : (
				<p class="banner few">{isNone ? codes.none : left === 0 ? codes.noneLeft : codes.few(left)}</p>
			)}
			<button type="button" class="quiet" onClick={onRenewCodes}>
				{codes.button}
			</button>
		</>
	);
}
