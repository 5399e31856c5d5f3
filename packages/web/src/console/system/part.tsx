import type { ComponentChildren } from "preact";
import { Words } from "../../components/words.tsx";
import { Shown } from "../parts/shown.tsx";
import type { Loaded } from "../parts/use-loaded.ts";

interface Props<T> {
	name: string;
	heading: string;
	intro: string;
	loaded: Loaded<T>;
	children: (data: T) => ComponentChildren;
}

/** A part of the page that is asked for by itself: the others are there without it. */
export function Part<T>({ name, heading, intro, loaded, children }: Props<T>) {
	const { data, failure } = loaded;
	return (
		<section class="part" aria-labelledby={name} aria-busy={data === undefined && failure === null}>
			<h2 id={name}>{heading}</h2>
			<p class="hint">
				<Words text={intro} />
			</p>
			<Shown loaded={loaded}>{children}</Shown>
		</section>
	);
}
