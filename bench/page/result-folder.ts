import { join } from "node:path";

export const resultFolder = join(import.meta.dirname, "../results");
