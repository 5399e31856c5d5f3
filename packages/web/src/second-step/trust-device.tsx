import { locale } from "#texts/login.ts";
import { secondStepTexts } from "#texts/second-step.ts";

interface Props {
	/** How long the service lets users trust a device. */
	seconds: number;
	ticked: boolean;
	onTick: (ticked: boolean) => void;
}

const words = secondStepTexts.trust;
const units: ReadonlyArray<[size: number, unit: string]> = [
	[24 * 3600, "day"],
	[3600, "hour"],
	[60, "minute"],
];

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
	const [size, unit] = units.find(([size]) => seconds >= size) ?? [1, "second"];
	const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
	return format.format(Math.floor(seconds / size));
}
