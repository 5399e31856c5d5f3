/** Attributes of users, which may become claims of tokens. */
export const ATTRIBUTE_NAME = /^[a-z][a-z0-9_]{0,31}$/;
