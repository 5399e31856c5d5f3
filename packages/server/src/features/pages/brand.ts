/** What makes the pages look like the operator's own: a name, a picture, a colour, links. */
import { hash } from "node:crypto";
import type { Accent, Shades } from "../../platform/config/accent.ts";
import type { Config } from "../../platform/config/config.ts";
import { basePathOf } from "../../platform/lib/base-path.ts";
import type { Language } from "./assets.ts";

export interface Brand {
	name: string;
	/** The mark, or the operator's picture; also the icon of the browser tab. */
	icon: { href: string; type: string };
	/** Addresses. */
	styles: string[];
	links: Array<{ to: keyof Language["texts"]["links"]; href: string }>;
	/** What is behind those of the addresses above that no build has made. */
	files: BrandFile[];
}

export interface BrandFile {
	/** By its content, so that it can be cached for good. Relative to `{base_url}/assets/`. */
	name: string;
	type: string;
	content: Buffer;
}

/** `mark`: the file of the mark. */
export function createBrand(settings: Config, mark: string): Brand {
	const { brandName, brandLogoFile: logo, brandAccent, supportUrl, imprintUrl, privacyUrl } = settings;
	const path = basePathOf(settings.baseUrl);
	const picture = logo && fileOf(logo.ending, logo.type, logo.content);
	const links = (
		[
			["support", supportUrl],
			["imprint", imprintUrl],
			["privacy", privacyUrl],
		] as const
	).flatMap(([to, href]) => (href === null ? [] : { to, href }));
	const rules = [
		...(brandAccent === null ? [] : accentRules(brandAccent)),
		...(logo === null ? [] : logoRules),
		...(links.length === 0 ? [] : linkRules),
	];
	const style =
		rules.length === 0 ? null : fileOf("css", "text/css; charset=utf-8", Buffer.from(rules.join("\n")));
	const hrefOf = (name: string): string => `${path}/assets/${name}`;
	return {
		name: brandName,
		icon: { href: hrefOf(picture?.name ?? mark), type: picture?.type ?? "image/svg+xml" },
		styles: style === null ? [] : [hrefOf(style.name)],
		links,
		files: [picture, style].filter((file) => file !== null),
	};
}

function fileOf(ending: string, type: string, content: Buffer): BrandFile {
	return { name: `brand-${hash("sha256", content, "base64url").slice(0, 8)}.${ending}`, type, content };
}

const accentRules = ({ light, dark }: Accent): string[] => [
	`:root{${variables(light)}}`,
	`@media (prefers-color-scheme:dark){:root{${variables(dark)}}}`,
];

const variables = ({ accent, strong, soft }: Shades): string =>
	`--accent:${accent};--accent-strong:${strong};--accent-soft:${soft}`;

/** As high as the mark, and as wide as it is. */
const logoRules = [
	".brand img{inline-size:auto;max-inline-size:12rem;object-fit:contain}",
	":root body .brand img{inline-size:auto}",
];

const linkRules = [
	"footer{display:flex;flex-wrap:wrap;justify-content:center;gap:0 1.25rem;padding:1.5rem 1.25rem}",
	"footer a{padding-block:.625rem;color:var(--muted)}",
	"@media print{body:has(.recovery-codes) footer{display:none}}",
];
