import { errorOf, SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { consoleUserTexts as words } from "#texts/console-users.ts";
import { useDesk } from "../desk.ts";
import { Failure } from "../parts/failure.tsx";

type Format = keyof typeof words.exportFormat;

/** The export takes a recent authentication, so it is asked for before the browser begins to save. */
export function ExportLinks() {
	const { page, act } = useDesk();
	const { baseUrl, fetch } = page.connection;
	const [failed, setFailed] = useState<{ failure: SallyportError; format: Format } | null>(null);

	async function save(format: Format): Promise<void> {
		setFailed(null);
		const address = `${baseUrl}/api/admin/users/export?format=${format}`;
		try {
			const file = await act(async () => {
				const response = await fetch(address, { credentials: "same-origin" });
				if (!response.ok) throw await errorOf(response);
				return response.blob();
			});
			if (file instanceof Blob) offer(file, `users.${format}`);
		} catch (error) {
			const failure =
				error instanceof SallyportError
					? error
					: new SallyportError("network_error", "The answer broke off.");
			setFailed({ failure, format });
		}
	}
	return (
		<>
			<span class="exports">
				{words.exportAs}:
				{(Object.keys(words.exportFormat) as Format[]).map((format) => (
					<button key={format} type="button" class="link" onClick={() => void save(format)}>
						{words.exportFormat[format]}
					</button>
				))}
			</span>
			{failed !== null && <Failure failure={failed.failure} again={() => void save(failed.format)} />}
		</>
	);
}

function offer(file: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(file);
	link.download = name;
	link.click();
	URL.revokeObjectURL(link.href);
}
