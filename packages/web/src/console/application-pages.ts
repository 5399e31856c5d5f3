/** Pages about applications, which an admin opens seldom. */
export { ClientPage } from "./applications/client-page.tsx";
export { ClientsPage } from "./applications/clients-page.tsx";
