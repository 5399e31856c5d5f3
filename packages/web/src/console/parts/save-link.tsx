import { errorOf, SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { saveFile } from "../../save-file.ts";
import { useDesk } from "../desk.ts";
import { Failure } from "./failure.tsx";

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
	const [failure, setFailure] = useState<SallyportError | null>(null);
	const [busy, setBusy] = useState(false);

	async function save(): Promise<void> {
		if (busy) return;
		setBusy(true);
		setFailure(null);
		try {
			const file = await act(async () => {
				const response = await fetch(`${baseUrl}/api/admin/${path}`, { credentials: "same-origin" });
				if (!response.ok) throw await errorOf(response);
				return response.blob();
			});
			if (file instanceof Blob) saveFile(file, name);
		} catch (error) {
			const broken = new SallyportError("network_error", "The answer broke off.");
			setFailure(error instanceof SallyportError ? error : broken);
		}
		setBusy(false);
	}
	return (
		<>
			<button type="button" class="link" aria-busy={busy} onClick={() => void save()}>
				{children}
			</button>
			{failure !== null && <Failure failure={failure} again={() => void save()} />}
		</>
	);
}
