/** A Fastify API with two routes that differ in nothing but their protection. */
import fastify from "fastify";
import { protect } from "../../packages/verify/src/fastify.ts";
import { createVerifier } from "../../packages/verify/src/index.ts";
import { offer } from "./helper.ts";

const tasks = {
	/** Resolves to its port. */
	async start({ issuer }: { issuer: string }): Promise<number> {
		const app = fastify();
		const answer = async () => ({ insights: [] });
		app.get("/open", answer);
		app.get("/protected", { onRequest: protect(createVerifier({ issuer })) }, answer);
		return Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
	},
};

export type ApiTasks = typeof tasks;
offer(tasks);
