import type { ShownUser } from "@sallyport/client";
import type { ComponentChildren } from "preact";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { dateTime } from "../../when.ts";
import { useDesk } from "../desk.ts";
import { Failure } from "../parts/failure.tsx";
import { Line } from "../parts/line.tsx";
import { useLoaded } from "../parts/use-loaded.ts";

const words = consoleUserPageTexts.access;

interface FactorsProps {
	user: ShownUser;
	/** What can be done about them. */
	children: ComponentChildren;
}

/** What the user has besides the password. */
export function Factors({ user, children }: FactorsProps) {
	const { id } = user;
	const { api } = useDesk();
	// A reset takes them and leaves the version.
	const loaded = useLoaded((signal) => api("GET /users/{id}/factors", { id, signal }), JSON.stringify(user));
	const { factors = [], recoveryCodes = 0 } = loaded.data ?? {};
	// The line before says that there is none.
	if (factors.length === 0 && loaded.failure === null) return null;
	return (
		<Line
			term={words.factors}
			value={
				<>
					<Failure failure={loaded.failure} again={() => void loaded.load()} />
					{factors.length > 0 && (
						<ul>
							{factors.map(({ id, kind, name, lastUsedAt }) => (
								<li key={id}>
									<bdi>{name}</bdi>{" "}
									<span class="also">
										{words.kinds[kind]},{" "}
										{lastUsedAt === null ? words.neverUsed : words.lastUsed(dateTime(lastUsedAt))}
									</span>
								</li>
							))}
							<li class="also">{words.recoveryCodes(recoveryCodes)}</li>
						</ul>
					)}
				</>
			}
		>
			{children}
		</Line>
	);
}
