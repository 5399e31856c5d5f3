import type { Summary } from "@sallyport/client";
import { consoleOverviewTexts } from "#texts/console-overview.ts";
import { useDesk } from "../desk.ts";
import { Chart } from "../parts/chart.tsx";
import { Failure } from "../parts/failure.tsx";
import type { Loaded } from "../parts/use-loaded.ts";
import { countsOf, inBars, timesOf } from "./in-bars.ts";

const words = consoleOverviewTexts.logins;

interface Props {
	summary: Loaded<Summary>;
	hours: string;
	choose: (hours: string) => void;
}

/** Logins by the hour or by the day, with how many failed, and how long they took. */
export function Logins({ summary, hours, choose }: Props) {
	const { to } = useDesk();
	const { data, failure } = summary;
	const sum = (name: "logins" | "failed" | "refused") =>
		data?.hours.reduce((all, each) => all + each[name], 0) ?? 0;
	return (
		<section aria-labelledby="logins">
			<div class="top">
				<h2 id="logins">{words.heading}</h2>
				<fieldset class="spans">
					<legend class="unseen">{words.span}</legend>
					{Object.entries(words.spans).map(([value, text]) => (
						<label key={value}>
							<input
								type="radio"
								name="span"
								value={value}
								checked={value === hours}
								onChange={() => choose(value)}
							/>
							{text}
						</label>
					))}
				</fieldset>
			</div>
			<Failure failure={failure} again={() => void summary.load()} />
			{data !== undefined && (
				<>
					<p class="hint">
						{words.sum.logins(sum("logins"))},{" "}
						<a
							href={to(["events"], {
								event: "authn_login_fail,authn_factor_fail",
								since: data.hours[0]?.hour,
							})}
						>
							{words.sum.failed(sum("failed"))}
						</a>
						, {words.sum.refused(sum("refused"))}
					</p>
					<Chart
						label={words.heading}
						time={words.time}
						series={[
							{ name: "logins", text: words.logins },
							{ name: "failed", text: words.failed },
							{ name: "refused", text: words.refused },
						]}
						bars={inBars(data.hours, countsOf)}
					/>
					{data.hours.some(({ p50 }) => p50 !== null) && (
						<>
							<h3>{words.times.heading}</h3>
							<p class="hint">{words.times.what}</p>
							<Chart
								label={words.times.heading}
								time={words.time}
								series={[
									{ name: "failed", text: words.times.nearlyAll },
									{ name: "logins", text: words.times.half },
								]}
								bars={inBars(data.hours, timesOf)}
								overlaid
							/>
						</>
					)}
				</>
			)}
		</section>
	);
}
