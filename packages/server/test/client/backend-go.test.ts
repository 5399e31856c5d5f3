import { describeBackend } from "../support/backend-suite.ts";
import { createGo } from "../support/backends.ts";

await describeBackend(createGo());
