/** Names, scopes or addresses that are typed with spaces or commas between them. */
export const namesIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];
