/** All that the first page does not need. It is loaded as one: a file for each page would repeat the words of the others. */
export { ReauthenticateDialog } from "../account/reauthenticate-dialog.tsx";
export { AccessKeysPage } from "./access-keys/access-keys-page.tsx";
export { ClientPage } from "./applications/client-page.tsx";
export { ClientsPage } from "./applications/clients-page.tsx";
export { EventsPage } from "./events/events-page.tsx";
export { LogInAgain } from "./gate/log-in-again.tsx";
export { GroupPage } from "./groups/group-page.tsx";
export { GroupsPage } from "./groups/groups-page.tsx";
export { ImportPage } from "./import/import-page.tsx";
export { KeysPage } from "./keys/keys-page.tsx";
export { MailsPage } from "./mails/mails-page.tsx";
export { SessionsPage } from "./sessions/sessions-page.tsx";
export { SystemPage } from "./system/system-page.tsx";
export { UserPage } from "./user/user-page.tsx";
export { UsersPage } from "./users/users-page.tsx";
