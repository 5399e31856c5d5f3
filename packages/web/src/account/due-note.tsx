import { factors } from "@sallyport/client";
import { useEffect, useState } from "preact/hooks";
import { dueTexts } from "#texts/due.ts";
import type { Page } from "../page.ts";
import { dateTime } from "../when.ts";

/** For a user of whom the service will soon require two-step login. */
export function DueNote({ page }: { page: Page }) {
	const [dueAt, setDueAt] = useState<string | null>(null);
	useEffect(
		() =>
			void factors(page.connection).then(
				({ secondFactor }) => setDueAt(secondFactor.dueAt),
				// The page of login security says why.
				() => undefined,
			),
		[],
	);
	if (dueAt === null) return null;
	return (
		<p class="banner">
			{dueTexts.due(dateTime(dueAt))} <a href={page.to("account/security")}>{dueTexts.turnOn}</a>
		</p>
	);
}
