import { type Config, loadConfigFromEnvironment } from "../../platform/config/config.ts";

/** The settings for a command, which runs beside or instead of the service: what would stop a start is only said. */
export function configOfCommand(): Config {
	return loadConfigFromEnvironment((danger) => console.error(`sallyport: ${danger}`));
}
