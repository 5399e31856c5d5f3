import { consoleOverviewTexts as words } from "#texts/console-overview.ts";
import { useDesk } from "../desk.ts";
import { Failure } from "../parts/failure.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { worstFirst } from "../parts/worst-first.ts";
import type { Query } from "../place.ts";

/** Pages where a finding can be settled, by its name. */
const seen: Record<string, [path: string[], query?: Query]> = {
	mails: [["mails"], { state: "failed" }],
	"access keys": [["access-keys"], { expiring: "30" }],
	applications: [["integrations", "clients"]],
	"second factors": [["users"], { role: "admin", secondFactor: "off" }],
};

/** What is not as it should be, the worst first, with what to do. */
export function Findings() {
	const { api, to } = useDesk();
	const health = useLoaded((signal) => api("GET /health", { signal }), "");
	const checks = health.data ? worstFirst(health.data) : [];
	const found = checks.filter(({ status }) => status !== "ok");
	return (
		<section
			class="findings"
			aria-labelledby="findings"
			aria-busy={health.data === undefined && health.failure === null}
		>
			<h2 id="findings">{words.findings.heading}</h2>
			<Failure failure={health.failure} again={() => void health.load()} />
			{health.isSlow && health.data === undefined && <p class="hint">{words.findings.loading}</p>}
			{health.data !== undefined && found.length === 0 && (
				<p class="good">{words.findings.none(checks.length)}</p>
			)}
			{found.length > 0 && (
				<ul>
					{found.map(({ name, title, status, fact, advice }) => (
						<li key={name} class={status}>
							<span class={`grade tag ${status}`}>{words.findings.status[status]}</span>
							<h3>{title}</h3>
							<p class="said">{fact}</p>
							{advice !== null && <p class="said advice">{advice}</p>}
							{seen[name] !== undefined && (
								<a class="said" href={to(...seen[name])}>
									{words.findings.see}
								</a>
							)}
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
