import { useEffect } from "preact/hooks";
import { securityTexts } from "#texts/security.ts";
import { Form } from "../../components/form.tsx";
import { TextField } from "../../components/text-field.tsx";
import type { Factor } from "./card-props.ts";

interface Props {
	factor: Factor;
	save: (name: string) => Promise<void>;
	onClose: () => void;
}

export function RenameFactor({ factor, save, onClose }: Props) {
	const id = `name-${factor.id}`;
	useEffect(() => {
		const input = document.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`);
		input?.select();
	}, [id]);

	async function rename(fields: (name: string) => string): Promise<"leaving"> {
		await save(fields(id).trim());
		onClose();
		return "leaving";
	}
	return (
		<Form
			class="narrow"
			send={rename}
			submit={securityTexts.factors.save}
			aside={
				<button type="button" class="quiet" onClick={onClose}>
					{securityTexts.cancel}
				</button>
			}
		>
			{(mistake) => (
				<TextField
					id={id}
					label={securityTexts.factors.name}
					value={factor.name}
					mistake={mistake}
					most={64}
					required
				/>
			)}
		</Form>
	);
}
