// At length: it runs the programs of another language.
import { describeBackend } from "../support/backend-suite.ts";
import { createPython } from "../support/backends.ts";

await describeBackend(createPython());
