import { dateTime, timeAgo } from "../../when.ts";

/** `past`: as how long ago, with the time itself beside it for a pointer. */
export function When({ iso, past = false }: { iso: string; past?: boolean }) {
	return (
		<time dateTime={iso} title={dateTime(iso)}>
			{past ? timeAgo(iso) : dateTime(iso)}
		</time>
	);
}
