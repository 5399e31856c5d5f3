/** Pages about the service, the import, and applications, which compress better among them than alone. */
export { AccessKeysPage } from "./access-keys/access-keys-page.tsx";
export { ClientPage } from "./applications/client-page.tsx";
export { ClientsPage } from "./applications/clients-page.tsx";
export { EventsPage } from "./events/events-page.tsx";
export { ImportPage } from "./import/import-page.tsx";
export { KeysPage } from "./keys/keys-page.tsx";
export { MailsPage } from "./mails/mails-page.tsx";
export { SystemPage } from "./system/system-page.tsx";
