/** Settings that make hashing cost nothing, for tests that are about something else. */
export const cheap = { SALLYPORT_HASH_MEMORY: "64", SALLYPORT_HASH_PASSES: "1", SALLYPORT_HASH_THREADS: "1" };
