import { errorOf } from "@sallyport/client";
import { saveFile } from "../../save-file.ts";
import { explained } from "../api.ts";
import { useDesk } from "../desk.ts";
import { useTried } from "./use-tried.tsx";

interface Props {
	/** After `/api/admin/`. */
	path: string;
	/** Of the file. */
	name: string;
	children: string;
}

/** Saves what an operation answers. It takes a recent authentication, so that is asked for before the browser begins to save. */
export function SaveLink({ path, name, children }: Props) {
	const { page, act } = useDesk();
	const { baseUrl, fetch } = page.connection;
	const { tried, busy, failure } = useTried(path);

	async function read(): Promise<Blob> {
		const response = await fetch(`${baseUrl}/api/admin/${path}`, { credentials: "same-origin" });
		if (!response.ok) throw await errorOf(response);
		return response.blob();
	}

	async function save(): Promise<void> {
		const file = await act(() => read().catch(explained));
		if (file !== undefined) saveFile(file, name);
	}
	return (
		<>
			<button type="button" class="link" aria-busy={busy} onClick={() => void tried(save)}>
				{children}
			</button>
			{failure}
		</>
	);
}
