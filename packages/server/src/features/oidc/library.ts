/** Loaded when it is needed: a service without applications pays nothing for it. */
export const loadOidcProvider = () => import("oidc-provider");

export type Library = Awaited<ReturnType<typeof loadOidcProvider>>;
