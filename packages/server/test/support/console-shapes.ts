/** Journeys of the console: each is written once, and walked in several shapes. */
import { after, before, it } from "node:test";
import type { Dialect } from "../../src/platform/database/open.ts";
import { type Journey, journey, type Page } from "./browser.ts";
import { logInAt } from "./browser-acts.ts";
import { startConsoleOfService } from "./console-journey.ts";
import { forEachDatabase } from "./databases.ts";
import { type Hand, keyboardOf, mouseOf } from "./hands.ts";
import type { TestService } from "./service.ts";
import { type Words, wordsIn } from "./words.ts";

export interface Shape {
	language: "en" | "de" | "ar-XB";
	database: Dialect;
	/** The least that WCAG 1.4.10 asks for, and a desktop. */
	width: 320 | 1280;
	hand: "mouse" | "keyboard";
}

const shape = (
	language: Shape["language"],
	database: Dialect,
	width: Shape["width"],
	hand: Shape["hand"],
): Shape => ({ language, database, width, hand });

/** A journey takes three, and meets every value; in the six, each value meets every value of another kind. */
export const shapes = [
	[
		shape("en", "sqlite", 1280, "mouse"),
		shape("de", "sqlite", 320, "keyboard"),
		shape("ar-XB", "postgres", 320, "mouse"),
	],
	[
		shape("en", "postgres", 320, "keyboard"),
		shape("de", "postgres", 1280, "mouse"),
		shape("ar-XB", "sqlite", 1280, "keyboard"),
	],
] as const;

export interface Walk {
	service: TestService;
	words: Words;
	/** A name of this shape alone, as several share a service. */
	named(stem: string): string;
	/** In a browser that is not logged in. */
	inBrowser(road: (at: At) => Promise<void>): Promise<void>;
	/** As ada, on a page of the console. */
	inConsole(path: string, road: (at: At) => Promise<void>): Promise<void>;
}

export interface At extends Journey {
	hand: Hand;
	/** The address, in the language of the shape. */
	inWords(address: string): string;
	/** In another tab, as the same user. */
	beside(path: string): Promise<{ page: Page; hand: Hand }>;
}

type Walked = (title: string, road: (walk: Walk) => Promise<void>) => void;

interface Suite {
	name: string;
	settings?: Record<string, string>;
	/** What is there before all journeys. */
	prepare?: (service: TestService) => Promise<void>;
	journeys: (walked: Walked) => void;
}

/** Walks the journeys, the first in the first three shapes, the next in the others. */
export function inShapes({ name, settings = {}, prepare, journeys }: Suite): void {
	forEachDatabase(name, (database) => {
		let service: TestService;
		before(async () => {
			service = await startConsoleOfService(settings, await database.url());
			await prepare?.(service);
		});
		after(() => service.stop());
		let nth = 0;
		journeys((title, road) => {
			for (const shape of shapes[nth % shapes.length] ?? [])
				if (shape.database === database.dialect)
					it(`${title}: ${shape.language}, ${shape.width} px, by ${shape.hand}`, () =>
						road(walkIn(shape, service)));
			nth += 1;
		});
	});
}

function walkIn({ language, width, hand }: Shape, service: TestService): Walk {
	const words = wordsIn[language] as Words;
	const inWords = (address: string) => {
		const [rest = "", hash] = address.split("#");
		const asked = `${rest}${rest.includes("?") ? "&" : "?"}lang=${language}`;
		return hash === undefined ? asked : `${asked}#${hash}`;
	};
	const viewport = { width, height: 720 };
	const handFor = hand === "mouse" ? mouseOf : keyboardOf;
	const inBrowser: Walk["inBrowser"] = (road) =>
		journey({ ...service, reducedMotion: "reduce", viewport }, async (being) => {
			const beside: At["beside"] = async (path) => {
				const page = await being.tab();
				await page.setViewportSize(viewport);
				await page.goto(inWords(path));
				return { page, hand: handFor(page) };
			};
			await road({ ...being, inWords, beside, hand: handFor(being.page) });
		});
	return {
		service,
		words,
		named: (stem) => `${stem}-${language.slice(0, 2)}`,
		inBrowser,
		inConsole: (path, road) =>
			inBrowser(async (at) => {
				await logInAt(at.page, inWords(`console/${path}`), "ada");
				await at.page.locator("h1:focus").waitFor();
				await road(at);
			}),
	};
}
