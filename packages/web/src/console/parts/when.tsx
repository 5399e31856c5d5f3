import { dateTime, timeFromNow } from "../../when.ts";

/** `past`: as how long ago, with the time itself beside it for a pointer; never in the future, even if another clock is ahead. */
export function When({ iso, past = false }: { iso: string; past?: boolean }) {
	const now = Math.max(Date.now(), past ? Date.parse(iso) : 0);
	return (
		<time dateTime={iso} title={dateTime(iso)}>
			{past ? timeFromNow(iso, now) : dateTime(iso)}
		</time>
	);
}
