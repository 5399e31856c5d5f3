import { duration } from "../explain.ts";
import { secondStepTexts } from "./texts.ts";

interface Props {
	/** How long the service lets users trust a device. */
	seconds: number;
	ticked: boolean;
	onTick: (ticked: boolean) => void;
}

const words = secondStepTexts.trust;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Whether later logins on this device may leave the second step out. */
export function TrustDevice({ seconds, ticked, onTick }: Props) {
	return (
		<label class="tick">
			<input type="checkbox" checked={ticked} onChange={(event) => onTick(event.currentTarget.checked)} />
			<span>{words.label(timeOf(seconds))}</span>
		</label>
	);
}

/** Rounded down: never more than the service gives. */
function timeOf(seconds: number): string {
	if (seconds >= DAY) return words.days(Math.floor(seconds / DAY));
	return seconds >= HOUR ? words.hours(Math.floor(seconds / HOUR)) : duration(seconds);
}
