import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

/** The folder of this package: the same for its source, its build and its installed form. */
export const packageRoot = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname);
