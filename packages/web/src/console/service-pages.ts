/** Pages about the service, and the import, which compresses better among them than alone. */
export { AccessKeysPage } from "./access-keys/access-keys-page.tsx";
export { EventsPage } from "./events/events-page.tsx";
export { ImportPage } from "./import/import-page.tsx";
export { KeysPage } from "./keys/keys-page.tsx";
export { MailsPage } from "./mails/mails-page.tsx";
export { SystemPage } from "./system/system-page.tsx";
