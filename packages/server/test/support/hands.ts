/** How a user works a page: by mouse, or by keyboard alone. A journey is written once, for both. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { brokenWords, cutOff, disordered } from "./cut-off.ts";

export interface Hand {
	/** A button or a link. */
	press(control: Locator): Promise<void>;
	/** In place of what is in the field. */
	write(field: Locator, text: string): Promise<void>;
	/** One of a select, by its value. */
	choose(select: Locator, value: string): Promise<void>;
	tick(box: Locator): Promise<void>;
	/** A file, in the field that takes it. */
	bring(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
	/** Goes there and does nothing. */
	rest(control: Locator): Promise<void>;
}

export function mouseOf(page: Page): Hand {
	const at = async (control: Locator) => {
		await control.waitFor();
		await looksRight(page);
		return control;
	};
	return {
		press: async (control) => (await at(control)).click(),
		write: async (field, text) => (await at(field)).fill(text),
		choose: async (select, value) => void (await (await at(select)).selectOption(value)),
		tick: async (box) => (await at(box)).check(),
		bring: async (field, file) => (await at(field)).setInputFiles(file),
		rest: async (control) => (await at(control)).hover(),
	};
}

/** Looked at before each act: what the act before has led to is drawn by then. */
async function looksRight(page: Page): Promise<void> {
	assert.deepEqual(await cutOff(page), []);
	assert.deepEqual(await brokenWords(page), []);
	assert.deepEqual(await disordered(page), []);
}

/** So many presses of Tab are no way to what a page is for. */
const FAR = 40;

/** Nothing but keys: what Tab does not reach, no user of a keyboard reaches. */
export function keyboardOf(page: Page): Hand {
	const { keyboard } = page;
	/** When it was opened. */
	let opened = 0;

	/** Only a page that has just been opened may have the focus nowhere; else it comes a moment after what is drawn. */
	async function losesNothing(control: Locator): Promise<void> {
		const current = await page.evaluate(() => performance.timeOrigin);
		if (opened === current)
			await page
				.waitForFunction(() => document.activeElement !== document.body, null, { timeout: 5000 })
				.catch(() => assert.fail(`the focus is lost before ${control}`));
		opened = current;
	}

	async function reach(control: Locator): Promise<void> {
		await control.waitFor();
		await looksRight(page);
		await losesNothing(control);
		const passed: string[] = [];
		const way = await wayTo(control);
		while (!(await hasFocus(control))) {
			passed.push(await describeFocus(page));
			assert.ok(passed.length <= FAR, `${FAR} × ${way} do not lead to ${control}: ${passed.join(" · ")}`);
			await keyboard.press(way);
		}
		assert.equal(await coverOf(control), "", `${control} has the focus, and is not seen`);
	}

	async function pressed(control: Locator, key: string): Promise<void> {
		await reach(control);
		await keyboard.press(key);
	}

	return {
		press: (control) => pressed(control, "Enter"),
		async write(field, text) {
			await pressed(field, "Control+a");
			await keyboard.type(text);
		},
		async choose(select, value) {
			await reach(select);
			const [from, to] = await select.evaluate(
				(list: HTMLSelectElement, value) => [
					list.selectedIndex,
					Array.from(list.options).findIndex((option) => option.value === value),
				],
				value,
			);
			assert.ok(from !== undefined && to !== undefined && to >= 0, `${select} has no ${value}`);
			for (let at = from; at !== to; at += Math.sign(to - from))
				await keyboard.press(to > from ? "ArrowDown" : "ArrowUp");
			assert.equal(await select.inputValue(), value);
		},
		async tick(box) {
			await pressed(box, "Space");
			assert.ok(await box.isChecked());
		},
		async bring(field, file) {
			const asked = page.waitForEvent("filechooser");
			await pressed(field, "Enter");
			await (await asked).setFiles(file);
		},
		rest: reach,
	};
}

/** As a user goes who sees where things are. */
const wayTo = (control: Locator): Promise<"Tab" | "Shift+Tab"> =>
	control.evaluate((element) => {
		const place = document.activeElement?.compareDocumentPosition(element) ?? 0;
		return place & Node.DOCUMENT_POSITION_PRECEDING && !(place & Node.DOCUMENT_POSITION_CONTAINS)
			? "Shift+Tab"
			: "Tab";
	});

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement);

const describeFocus = (page: Page): Promise<string> =>
	page.evaluate(() => {
		const { activeElement: focused, body } = document;
		if (focused === null || focused === body) return "body";
		return `${focused.localName} ${(focused.getAttribute("aria-label") ?? focused.textContent).trim().slice(0, 30)}`;
	});

/** What lies over the middle of a control, or that it is out of sight. */
const coverOf = (control: Locator): Promise<string> =>
	control.evaluate((element) => {
		const { x, y, width, height } = element.getBoundingClientRect();
		const top = document.elementFromPoint(x + width / 2, y + height / 2);
		if (top === null) return "out of sight";
		const belongs = element.contains(top) || top.contains(element) || top.closest("label")?.contains(element);
		return belongs === true ? "" : top.outerHTML.slice(0, 200);
	});
