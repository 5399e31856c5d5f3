import type { LanguageChoice } from "@sallyport/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { profileTexts } from "#texts/profile.ts";
import { explain } from "../explain.ts";
import type { Page } from "../page.ts";

interface Props {
	page: Page;
	chosen: string | null;
	languages: readonly string[];
}

const words = profileTexts.details;
const here = "#language";

/** Saves at once, and loads the page again in the language that was chosen. */
export function Language({ page, chosen, languages }: Props) {
	const select = useRef<HTMLSelectElement>(null);
	const [saves, setSaves] = useState(false);
	const [failure, setFailure] = useState("");
	// Where the keyboard was before the page was loaded again, and where it was before a choice that failed.
	useEffect(() => {
		if (failure !== "" || location.hash === here) select.current?.focus();
	}, [failure]);

	async function choose(field: HTMLSelectElement): Promise<void> {
		setSaves(true);
		setFailure("");
		try {
			const locale = (field.value || null) as LanguageChoice["locale"];
			await page.connection.send("POST /api/auth/locale", { body: { locale } });
			// Without `?lang`, which would decide instead of the browser.
			history.replaceState(null, "", location.pathname + here);
			location.reload();
		} catch (error) {
			field.value = chosen ?? "";
			setSaves(false);
			setFailure(explain(error));
		}
	}

	return (
		<>
			<select
				id="language"
				ref={select}
				aria-describedby="language-hint"
				autocomplete="off"
				disabled={saves}
				onChange={(event) => void choose(event.currentTarget)}
			>
				<option value="" selected={chosen === null}>
					{words.byBrowser}
				</option>
				{languages.map((each) => (
					<option key={each} value={each} lang={each} selected={each === chosen}>
						{new Intl.DisplayNames(each, { type: "language" }).of(each)}
					</option>
				))}
			</select>
			<span class="hint" id="language-hint">
				{words.languageHint}
			</span>
			<div class="alert" role="alert">
				{failure}
			</div>
		</>
	);
}
