/** A time as answers show it: RFC 3339, in UTC. */
export function timestamp(milliseconds: number): string;
export function timestamp(milliseconds: number | null): string | null;
export function timestamp(milliseconds: number | null): string | null {
	return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
