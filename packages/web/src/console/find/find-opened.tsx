import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { consoleTexts } from "#texts/console.ts";
import { useDesk } from "../desk.ts";
import { useFound } from "../parts/use-found.ts";
import { usersLike } from "../parts/users-like.ts";

const words = consoleTexts.find;
/** Other words for a page, by the end of its address. */
const also: Record<string, string> = words.also;

/** Finds pages and users by the beginning of their names; arrow keys go through what was found. */
export function FindOpened({ onClose }: { onClose: () => void }) {
	const { api, to } = useDesk();
	const dialog = useRef<HTMLDialogElement>(null);
	const [text, setText] = useState("");
	/** Enter was pressed before what is typed was looked up. */
	const isAwaited = useRef(false);
	// Nothing is said of a failure: the list of users says it.
	const [found] = useFound(text || null, async (text, signal) => ({
		users: await usersLike(api, text, { signal }),
		text,
	}));
	const users = found?.users ?? [];
	const pages = linksOfHeader().filter(({ name, also }) =>
		`${name} ${also}`.toLowerCase().includes(text.toLowerCase()),
	);
	// Before anything else is typed.
	useLayoutEffect(() => dialog.current?.showModal(), []);
	useLayoutEffect(() => {
		if (isAwaited.current) openFirst();
	}, [found]);

	function openFirst(): void {
		isAwaited.current = pages.length === 0 && found?.text !== text;
		if (!isAwaited.current) dialog.current?.querySelector<HTMLElement>("li a")?.click();
	}

	function onKeyDown(event: KeyboardEvent): void {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step === undefined) return;
		event.preventDefault();
		const places = [...(dialog.current?.querySelectorAll<HTMLElement>("input, li a") ?? [])];
		const at = places.indexOf(document.activeElement as HTMLElement);
		places[(at + step + places.length) % places.length]?.focus();
	}

	return (
		<dialog
			ref={dialog}
			class="find"
			aria-label={words.heading}
			onClose={onClose}
			onKeyDown={onKeyDown}
			onClick={(event) => {
				// A link has led on, or the click was beside the dialog.
				const { target } = event;
				if (target === dialog.current || (target instanceof Element && target.closest("a") !== null))
					dialog.current?.close();
			}}
		>
			<search>
				<form
					onSubmit={(event) => {
						event.preventDefault();
						openFirst();
					}}
				>
					<input
						// Of the other type, Escape would empty it before it closes the dialog.
						type="text"
						aria-label={words.label}
						placeholder={words.label}
						autocomplete="off"
						autocapitalize="none"
						maxLength={254}
						autofocus
						onInput={(event) => {
							isAwaited.current = false;
							setText(event.currentTarget.value.trim());
						}}
					/>
				</form>
			</search>
			{pages.length > 0 && (
				<section>
					<h2>{words.pages}</h2>
					<ul>
						{pages.map(({ name, href }) => (
							<li key={href}>
								<a href={href}>{name}</a>
							</li>
						))}
					</ul>
				</section>
			)}
			{users.length > 0 && (
				<section>
					<h2>{words.users}</h2>
					<ul>
						{users.map(({ id, username, displayName }) => (
							<li key={id}>
								<a href={to(["users", id])}>
									<bdi>{username}</bdi>
									{displayName !== username && <bdi class="also">{displayName}</bdi>}
								</a>
							</li>
						))}
					</ul>
				</section>
			)}
			<p class="hint" role="status">
				{text !== "" && pages.length + users.length === 0 && words.nothing}
			</p>
		</dialog>
	);
}

/** As the header of the document names them. */
function linksOfHeader(): Array<{ name: string; href: string; also: string }> {
	const links = [...document.querySelectorAll<HTMLAnchorElement>("header nav a")];
	return links.map(({ textContent, href, pathname }) => {
		const last = pathname.slice(pathname.lastIndexOf("/") + 1);
		return { name: textContent, href, also: also[last] ?? "" };
	});
}
