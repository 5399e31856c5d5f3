import { consoleImportTexts as words } from "#texts/console-import.ts";
import { useDesk } from "../desk.ts";
import { LeaveQuestion } from "../parts/act-dialog.tsx";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Failure } from "../parts/failure.tsx";
import { Columns } from "./columns.tsx";
import { Outcome } from "./outcome.tsx";
import { PickFile } from "./pick-file.tsx";
import { useSteps } from "./use-steps.ts";
import { WhatAFileHas } from "./what-a-file-has.tsx";

/** A file of users: read here, tried out by the service, and sent in pieces. */
export function ImportPage() {
	const { to, mails } = useDesk();
	const steps = useSteps();
	const { file, mapping, step, good, there, bad, progress } = steps;
	const isBusy = progress !== null;

	return (
		<>
			<div>
				<a class="back" href={to(["users"])}>
					{words.back}
				</a>
				<ConsoleHeading>{words.title}</ConsoleHeading>
			</div>
			<div class="import">
				<PickFile
					name={file?.name ?? null}
					rows={file?.people.rows.length ?? 0}
					busy={isBusy}
					onPick={steps.pick}
					onBad={steps.drop}
				/>
				{file === null && <WhatAFileHas />}
				{file !== null && step !== "added" && (
					<Columns people={file.people} mapping={mapping} busy={isBusy} set={steps.map}>
						{mails && <InviteTick steps={steps} />}
						<button
							type="button"
							class={step === "tried" ? "quiet" : undefined}
							aria-busy={isBusy}
							disabled={!mapping.includes("username")}
							onClick={() => isBusy || steps.tryOut()}
						>
							{words.tryOut}
						</button>
					</Columns>
				)}
				<p class="hint" role="status">
					{progress !== null && words.progress(progress.done, progress.all)}
				</p>
				<Failure failure={steps.failure} again={steps.again} />
				<LeaveQuestion isChanged={() => isBusy} />
				{step === "tried" && (
					<Outcome
						heading={words.tried(good.length, bad.length)}
						{...(bad.length > 0 && { hint: words.correct })}
						bad={bad}
					>
						{good.length > 0 && (
							<button type="button" aria-busy={isBusy} onClick={() => isBusy || steps.add()}>
								{words.import(good.length)}
							</button>
						)}
					</Outcome>
				)}
				{step === "added" && (
					<Outcome
						heading={words.added(good.length, there, bad.length)}
						{...(steps.invite === "mail" && good.length > 0 && { hint: words.invited })}
						bad={bad}
					>
						<a href={to(["users"], { sort: "-createdAt" })}>{words.toUsers}</a>
					</Outcome>
				)}
			</div>
		</>
	);
}

function InviteTick({ steps: { invite, setInvite } }: { steps: ReturnType<typeof useSteps> }) {
	return (
		<label class="tick">
			<input
				type="checkbox"
				autocomplete="off"
				checked={invite === "mail"}
				onChange={({ currentTarget }) => setInvite(currentTarget.checked ? "mail" : "none")}
			/>
			<span>{words.invite}</span>
		</label>
	);
}
