// At length: it runs the programs of another language.
import { describeBackend } from "../support/backend-suite.ts";
import { createJava } from "../support/backends.ts";

await describeBackend(createJava());
