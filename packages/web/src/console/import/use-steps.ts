import { useState } from "preact/hooks";
import { guessMapping, type Mapping } from "./members.ts";
import type { PeopleFile } from "./table-of-people.ts";
import { type Candidate, candidatesOf } from "./try-out.ts";
import { useImport } from "./use-import.ts";

/** A file is picked, its columns are named, it is tried out, and what is good of it is added. */
export function useSteps() {
	const { send, ...sending } = useImport();
	const [file, setFile] = useState<{ name: string; people: PeopleFile } | null>(null);
	const [mapping, setMapping] = useState<Mapping>([]);
	const [invite, setInvite] = useState<"mail" | "none">("none");
	const [tried, setTried] = useState<readonly Candidate[] | null>(null);
	const [added, setAdded] = useState<readonly Candidate[] | null>(null);
	const isGood = ({ code }: Candidate) => code === null;
	/** Of what could be added when it was tried out: by now it is, such as by a sending whose answer was lost. */
	const isThere = ({ code }: Candidate) => code === "username_taken";
	const sent = added ?? [];
	// What was not sent is refused as well.
	const notSent = (tried ?? []).filter((each) => !isGood(each));

	return {
		...sending,
		file,
		mapping,
		invite,
		setInvite,
		/** How far it has come. */
		step: added !== null ? "added" : tried !== null ? "tried" : file !== null ? "columns" : "file",
		good: (added ?? tried ?? []).filter(isGood),
		there: sent.filter(isThere).length,
		bad: [...sent.filter((each) => !isGood(each) && !isThere(each)), ...notSent],

		pick(name: string, people: PeopleFile): void {
			const isAlike = file?.people.columns.join("\n") === people.columns.join("\n");
			if (!isAlike) setMapping(guessMapping(people.columns));
			setFile({ name, people });
			setTried(null);
			setAdded(null);
		},
		/** Nothing of an earlier file is left beside what is wrong with this one. */
		drop(): void {
			setFile(null);
			setTried(null);
			setAdded(null);
		},
		map(next: Mapping): void {
			setMapping(next);
			setTried(null);
		},
		tryOut(): void {
			const all = candidatesOf(file?.people.rows ?? [], mapping);
			const onDone = (answers: readonly Candidate[]) => {
				const byLine = new Map(answers.map((each) => [each.line, each]));
				setTried(all.map((each) => byLine.get(each.line) ?? each));
			};
			void send(all.filter(isGood), { dryRun: true, invite, onDone });
		},
		add: () => void send((tried ?? []).filter(isGood), { dryRun: false, invite, onDone: setAdded }),
	};
}
