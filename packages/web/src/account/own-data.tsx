import { profileTexts } from "#texts/profile.ts";
import { Form } from "../components/form.tsx";
import type { Page } from "../page.ts";
import { saveOwnData } from "./save-own-data.ts";
import { useReauthentication } from "./use-reauthentication.tsx";

const words = profileTexts.data;

export function OwnData({ page }: { page: Page }) {
	const { confirmed, dialog } = useReauthentication(page);

	async function download(): Promise<"staying"> {
		await confirmed(() => saveOwnData(page.connection));
		return "staying";
	}

	return (
		<section class="card" aria-labelledby="own-data">
			<h2 id="own-data">{words.heading}</h2>
			<p>{words.intro}</p>
			<Form class="narrow" send={download} submit={words.submit}>
				{() => null}
			</Form>
			{dialog}
		</section>
	);
}
