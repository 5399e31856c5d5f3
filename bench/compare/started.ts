import { createConnection } from "../lib/connection.ts";
import type { Headers, Mode, Person, Protocol } from "../subjects/protocol.ts";
import { protocolOf } from "../subjects/protocols.ts";
import type { RunningServer } from "../subjects/subject.ts";
import type { Prepared } from "./stage.ts";

export interface Started {
	subject: Prepared;
	server: RunningServer;
	protocol: Protocol;
}

/** All of them, each in its own process; those that are not measured at the moment do nothing. */
export async function startAll(
	subjects: readonly Prepared[],
	ends: AsyncDisposableStack,
): Promise<Started[]> {
	const started: Started[] = [];
	for (const subject of subjects) {
		const server = await subject.start();
		ends.defer(() => server.end());
		started.push({ subject, server, protocol: protocolOf(subject.protocol) });
	}
	return started;
}

/** Logs in and proves the credential: it must tell who the person is, and nothing without it. */
export async function takeCredential(
	{ server, protocol }: Pick<Started, "server" | "protocol">,
	person: Person,
	mode: Mode,
): Promise<Headers> {
	const connection = createConnection(server.port);
	try {
		const shown = await protocol.begin(connection);
		const headers = protocol.credential(await connection.send(protocol.login(person, mode, shown)), mode);
		const path = protocol.check(mode);
		if (!protocol.isChecked(await connection.send({ path, headers }), person))
			throw new Error("The credential of a login does not tell who it is.");
		const without = await connection.send({ path });
		if (without.status === 200 && without.body.includes(person.username))
			throw new Error("The check tells a name without a credential.");
		return headers;
	} finally {
		connection.close();
	}
}
