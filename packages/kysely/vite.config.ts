import { defineConfig } from "vite";

/** Nothing is made shorter, so that a stack trace names what the library calls it. */
export default defineConfig({
	root: import.meta.dirname,
	build: { ssr: "src/index.ts", target: "node24", minify: false },
	ssr: { noExternal: true },
});
