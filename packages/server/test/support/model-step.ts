import type fc from "fast-check";
import type { TestService } from "./service.ts";

/** A step of a model test, at the model and at the real service. Maintenance runs after each. */
export function step<Model extends { tidiedAt: number }, Real extends { service: TestService }>(
	text: string,
	run: (model: Model, real: Real, now: number) => Promise<unknown>,
): fc.AsyncCommand<Model, Real> {
	return {
		check: () => true,
		toString: () => text,
		async run(model, real) {
			await run(model, real, real.service.now());
			await real.service.running.maintenance.run();
			model.tidiedAt = real.service.now();
		},
	};
}
