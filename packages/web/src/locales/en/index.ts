/**
 * English, and the shape of every language. A login loads `login.ts` alone; each other file goes with the parts that show it,
 * which import it as `#texts/….ts`. `Between backticks` is shown as code.
 */
export * from "./access-keys.ts";
export * from "./applications.ts";
export * from "./consent.ts";
export * from "./console.ts";
export * from "./console-access-keys.ts";
export * from "./console-applications.ts";
export * from "./console-event-list.ts";
export * from "./console-events.ts";
export * from "./console-groups.ts";
export * from "./console-import.ts";
export * from "./console-keys.ts";
export * from "./console-mails.ts";
export * from "./console-overview.ts";
export * from "./console-sessions.ts";
export * from "./console-system.ts";
export * from "./console-user.ts";
export * from "./console-users.ts";
export * from "./copy.ts";
export * from "./docs.ts";
export * from "./due.ts";
export * from "./email.ts";
export * from "./frame.ts";
export * from "./login.ts";
export * from "./new-password.ts";
export * from "./passkey.ts";
export * from "./problems.ts";
export * from "./profile.ts";
export * from "./programs.ts";
export * from "./reauthenticate.ts";
export * from "./recovery.ts";
export * from "./second-step.ts";
export * from "./security.ts";
export * from "./sessions.ts";
export * from "./setup.ts";
