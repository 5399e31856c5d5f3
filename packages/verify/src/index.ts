/**
 * Protects an API behind Sallyport: bearer tokens offline, session cookies by one call to the service, revocation within
 * seconds. ./fastify, ./express and ./fetch are adapters for frameworks.
 */
export type { Clock, Schedule } from "./clock.ts";
export type { Acr, Demand } from "./demand.ts";
export type { VerifierOptions } from "./options.ts";
export type { Principal } from "./principal.ts";
export { type Problem, problemOf } from "./problem.ts";
export type { RequestLike } from "./request.ts";
export { createVerifier, type Verifier } from "./verifier.ts";
export { VerifyError, type VerifyErrorCode } from "./verify-error.ts";
