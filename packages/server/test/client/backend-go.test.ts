// At length: it runs the programs of another language.
import { describeBackend } from "../support/backend-suite.ts";
import { createGo } from "../support/backends.ts";

await describeBackend(createGo());
