/** The second press of a double click would be one on what is there by then, or would do the same once more. */
export function ignoreDoubleClicks(): void {
	addEventListener(
		"click",
		(event) => {
			if (event.detail > 1 && (event.target as Element).closest("button")) {
				event.preventDefault();
				event.stopPropagation();
			}
		},
		true,
	);
}
