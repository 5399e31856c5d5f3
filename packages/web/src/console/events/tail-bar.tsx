import { consoleTexts } from "#texts/console.ts";
import { consoleEventListTexts } from "#texts/console-event-list.ts";
import { useFilter } from "../parts/filters.tsx";
import type { Tail } from "./use-tail.ts";

const words = consoleEventListTexts.live;

/** Turns the live view on and off, and shows its state. */
export function TailBar({ tail, isLive }: { tail: Tail; isLive: boolean }) {
	const change = useFilter();
	const { standing, waiting, hasGap } = tail;
	return (
		<div class="live">
			{isLive && (
				<>
					<span class={`status ${standing === "live" ? "active" : "reset"}`} role="status">
						{standing === "live" && waiting > 0 ? words.waiting(waiting) : words.standing[standing]}
					</span>
					{standing === "over" && (
						<button type="button" class="link" onClick={tail.again}>
							{consoleTexts.again}
						</button>
					)}
				</>
			)}
			<button
				type="button"
				class="quiet"
				aria-pressed={isLive}
				onClick={() => change("live", isLive ? null : "1", { replace: true })}
			>
				{words.watch}
			</button>
			{/* Every five seconds at most, whatever comes. */}
			<span class="unseen" role="status">
				{tail.said > 0 && words.fresh(tail.said)}
			</span>
			{isLive && hasGap && (
				<p class="hint" role="alert">
					{words.gap}
				</p>
			)}
		</div>
	);
}
