/** Pages about people: one is opened from the other, so they are loaded together. */
export { GroupPage } from "./groups/group-page.tsx";
export { GroupsPage } from "./groups/groups-page.tsx";
export { SessionsPage } from "./sessions/sessions-page.tsx";
export { UserPage } from "./user/user-page.tsx";
export { UsersPage } from "./users/users-page.tsx";
