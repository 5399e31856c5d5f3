/** Names of scopes, as programs write them. */
export function Scopes({ names }: { names: readonly string[] }) {
	return (
		<span class="tags scopes">
			{names.map((each) => (
				<code key={each} class="tag">
					{each}
				</code>
			))}
		</span>
	);
}
