/** Who caused an event: the user it is about, an operator at the command line, the service by itself, or a client that has not proven who it is. */
export type ActorKind = "self" | "cli" | "system" | "unknown";

/** Of what the service records. */
export type DefaultActor = Exclude<ActorKind, "cli">;

export interface Actor {
	kind: ActorKind;
	/** self: the id of the user. cli: the name of the operator's account on that machine. */
	id: string | null;
}
