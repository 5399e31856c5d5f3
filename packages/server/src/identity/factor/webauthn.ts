/** The library of passkeys, loaded when the first one is added or used. */
export const loadWebauthn = () => import("@simplewebauthn/server");
export const loadWebauthnHelpers = () => import("@simplewebauthn/server/helpers");
