import type { MadeAccessKey } from "@sallyport/client";
import { useEffect, useRef } from "preact/hooks";
import { accessKeyTexts } from "#texts/access-keys.ts";
import { Copyable } from "../../components/copyable.tsx";
import { Words } from "../../components/words.tsx";
import { curlLogin } from "../../curl-command.ts";
import type { Page } from "../../page.ts";

const words = accessKeyTexts.made;

interface Props {
	page: Page;
	made: MadeAccessKey;
	onStored: () => void;
}

/** A new key, shown once. */
export function MadeKey({ page, made, onStored }: Props) {
	const { baseUrl, username } = page;
	const { name, key, csrf } = made;
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	const command = curlLogin({ baseUrl, username, csrf, password: key });
	return (
		<div class="panel">
			<h3 tabIndex={-1} ref={heading}>
				{words.heading(name)}
			</h3>
			<p>{words.why}</p>
			<Copyable text={key} what={words.key} />
			<p>
				<Words text={words.csrfWhat} />
			</p>
			<Copyable text={csrf} what={words.csrf} />
			<p>{words.commandWhat}</p>
			<Copyable text={command} what={words.command} />
			<button type="button" onClick={onStored}>
				{words.stored}
			</button>
		</div>
	);
}
