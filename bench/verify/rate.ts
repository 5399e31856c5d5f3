/** How often something can be done in a second, one after the other, seen for so many milliseconds. */
export async function rate(act: (turn: number) => Promise<unknown>, milliseconds: number): Promise<number> {
	/** So that looking at the clock costs nothing beside it. */
	const batch = 50;
	const began = performance.now();
	let turns = 0;
	let passed = 0;
	while (passed < milliseconds) {
		for (let turn = 0; turn < batch; turn += 1) await act(turns + turn);
		turns += batch;
		passed = performance.now() - began;
	}
	return (turns / passed) * 1000;
}
