import type { ComponentChildren } from "preact";
import { consoleTexts } from "#texts/console.ts";
import { Failure } from "./failure.tsx";
import type { Loaded } from "./use-loaded.ts";

interface Props<T> {
	loaded: Omit<Loaded<T>, "show">;
	children: (data: T) => ComponentChildren;
}

/** What was asked for, once it is there; why it is not. */
export function Shown<T>({ loaded: { data, failure, isSlow, load }, children }: Props<T>) {
	return (
		<>
			<Failure failure={failure} again={() => void load()} />
			{isSlow && data === undefined && (
				<p class="hint" aria-busy="true">
					{consoleTexts.loading}
				</p>
			)}
			{data !== undefined && children(data)}
		</>
	);
}
