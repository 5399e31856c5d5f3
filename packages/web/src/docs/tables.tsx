import { docsTexts } from "#texts/docs.ts";
import { FromDocument } from "./from-document.tsx";
import type { Member } from "./members.ts";
import type { Refusals } from "./operations.ts";

export function Members({ members }: { members: readonly Member[] }) {
	if (members.length === 0) return null;
	return (
		<dl class="members">
			{members.map(({ name, type, required, description }) => (
				<div key={name}>
					<dt>
						<code>{name}</code>
					</dt>
					<dd>
						<span class="type">
							{type}
							{required && `, ${docsTexts.required}`}
						</span>
						<FromDocument text={description} />
					</dd>
				</div>
			))}
		</dl>
	);
}

/** `meanings`: the message of each code, if shown here. */
export function RefusalTable({ refusals, meanings }: { refusals: Refusals; meanings?: Meanings }) {
	return (
		<dl class={`members refusals${meanings === undefined ? "" : " meant"}`}>
			{Object.entries(refusals).map(([status, codes]) => (
				<div key={status}>
					<dt>
						<code>{status}</code>
					</dt>
					<dd>
						{codes.map((code) => (
							<span key={code} lang="en">
								<code>{code}</code>
								{meanings?.[code] !== undefined && ` ${meanings[code]}`}
							</span>
						))}
					</dd>
				</div>
			))}
		</dl>
	);
}

export type Meanings = Record<string, string>;
