import type { FastifyReply, FastifyRequest } from "fastify";
import { type Locale, locales } from "../config/appearance-settings.ts";
import { chooseLocale } from "./choose-locale.ts";

/** The language in which a client gets texts, as the answer then says. Programs that ask for none read English, whatever the pages show. */
export function languageOfReader({ headers }: FastifyRequest, reply: FastifyReply): Locale {
	const asked = { wanted: [], accepted: headers["accept-language"], otherwise: "en" as const };
	const locale = chooseLocale(locales, asked);
	reply.header("content-language", locale);
	return locale;
}
