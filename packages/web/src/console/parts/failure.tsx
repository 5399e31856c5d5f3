import type { SallyportError } from "@sallyport/client";
import { useEffect, useRef } from "preact/hooks";
import { consoleTexts as words } from "#texts/console.ts";
import { clockTime, explain } from "../../explain.ts";
import { useCountdown } from "./use-countdown.ts";

interface Props {
	failure: SallyportError | null;
	again: () => void;
	/** Of a press, which may be far below. */
	isOfAct?: boolean;
}

/** What went wrong, and the same again: at once, when the connection is back, or when the service will take it. */
export function Failure({ failure, again, isOfAct = false }: Props) {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (isOfAct && failure !== null) place.current?.scrollIntoView({ block: "nearest" });
	}, [failure]);
	return (
		<div class="failure" role="alert" ref={place}>
			{failure !== null && <Explained key={failure} failure={failure} again={again} />}
		</div>
	);
}

function Explained({ failure, again }: { failure: SallyportError; again: () => void }) {
	const { left } = useCountdown(failure.retryAfter ?? 0, () => {});
	const isOffline = failure.code === "network_error" && !navigator.onLine;
	return (
		<>
			<p>{isOffline ? words.offline : explain(failure)}</p>
			{/* The same again would be of the version before; the button of the act has the new one. */}
			{failure.code !== "precondition_failed" && (
				<button type="button" class="quiet" aria-disabled={left > 0} onClick={() => left <= 0 && again()}>
					{left > 0 ? words.wait : words.again}
					{left > 0 && <span aria-hidden="true">{` ${clockTime(left)}`}</span>}
				</button>
			)}
		</>
	);
}
