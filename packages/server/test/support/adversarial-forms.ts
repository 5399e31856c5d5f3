/** Tokens that are written otherwise than the one serialisation that is accepted, or changed on the way. */
import type { AdversarialToken, TokenStage } from "./adversarial-token.ts";
import { es } from "./forge.ts";

/** A bit of one part, at a character of it. */
const flipped =
	(part: number, at: number) =>
	({ token }: TokenStage) => {
		const parts = token.split(".");
		const text = parts[part] ?? "";
		const place = at < 0 ? text.length + at : at;
		parts[part] = `${text.slice(0, place)}${text[place] === "A" ? "B" : "A"}${text.slice(place + 1)}`;
		return parts.join(".");
	};

/** Signed with the real key, over JSON that is written by hand. */
const written =
	(write: (stage: TokenStage) => { header?: string; claims?: string }) => (stage: TokenStage) => {
		const texts = {
			header: JSON.stringify(stage.header),
			claims: JSON.stringify(stage.claims),
			...write(stage),
		};
		const input = [texts.header, texts.claims]
			.map((text) => Buffer.from(text).toString("base64url"))
			.join(".");
		return `${input}.${es(stage.own)(input).toString("base64url")}`;
	};

const json = ({ token }: TokenStage) => {
	const [head, payload, signature] = token.split(".");
	return { protected: head, payload, signature };
};

const forms: Record<string, (stage: TokenStage) => string> = {
	"a bit of the header": flipped(0, 10),
	"a bit of the claims": flipped(1, 10),
	"a bit of the last claim": flipped(1, -3),
	"a bit of r": flipped(2, 10),
	"a bit of s": flipped(2, 60),
	"a JSON serialisation": (stage) => JSON.stringify(json(stage)),
	"a general JSON serialisation": (stage) => {
		const { payload, ...signature } = json(stage);
		return JSON.stringify({ payload, signatures: [signature] });
	},
	"a token in a token": ({ token }) =>
		`${token.split(".")[0]}.${Buffer.from(token).toString("base64url")}.${token.split(".")[2]}`,
	"an encrypted one": ({ token }) => `${token}.${token.split(".")[1]}.${token.split(".")[2]}`,
	padding: ({ token }) => `${token}=`,
	"all padding": ({ token }) => `${token}==`,
	"a padded header": ({ token }) => token.replace(".", "=="),
	"a dot at the end": ({ token }) => `${token}.`,
	"a dot at the start": ({ token }) => `.${token}`,
	"four parts": ({ token }) => `${token}.x`,
	"two parts": ({ token }) => token.split(".").slice(0, 2).join("."),
	"empty claims": ({ token }) => `${token.split(".")[0]}..${token.split(".")[2]}`,
	"a comma": ({ token }) => `${token},${token}`,
	"space inside": ({ token }) => token.replace(".", " ."),
	"a tab": ({ token }) => `${token}\tx`,
	"a tab in the signature": ({ token }) => `${token.slice(0, -5)}\t${token.slice(-5)}`,
	"standard base64": (stage) => {
		const [head, payload, signature] = withBothAlphabets(stage).split(".");
		return `${head}.${payload}.${signature?.replaceAll("-", "+").replaceAll("_", "/")}`;
	},
	"percent signs": ({ token }) => token.replaceAll(".", "%2E"),
	"10 kB": ({ saying }) => saying({ padding: "x".repeat(10_000) }),
	// Longer than any token may be, and shorter than the header around it.
	"4.4 kB": ({ saying, token }) => saying({ padding: "x".repeat(((4400 - token.length) * 3) / 4) }),
	"quotes around it": ({ token }) => `"${token}"`,
	"a DER signature": ({ own, token }) => {
		const [head, payload] = token.split(".");
		return `${head}.${payload}.${derOf(es(own)(`${head}.${payload}`)).toString("base64url")}`;
	},
	"iss twice, the last not ours": written(({ claims }) => ({
		claims: `${JSON.stringify(claims).slice(0, -1)},"iss":"https://elsewhere.example"}`,
	})),
	"alg twice, the last none": written(({ header }) => ({
		header: `${JSON.stringify(header).slice(0, -1)},"alg":"none"}`,
	})),
	"claims that are no JSON": written(() => ({ claims: "sub=admin" })),
	"a header that is no JSON": written(() => ({ header: "alg=ES256" })),
};

/** A good token whose signature differs in the two alphabets of base64. */
function withBothAlphabets({ saying }: TokenStage): string {
	for (let turn = 0; ; turn += 1) {
		const token = saying({ jti: String(turn) });
		if (/[-_]/.test(token.split(".")[2] ?? "")) return token;
	}
}

/** As OpenSSL writes signatures; JOSE does not. */
function derOf(signature: Buffer): Buffer {
	const integer = (bytes: Buffer) => Buffer.concat([Buffer.from([2, bytes.length + 1, 0]), bytes]);
	const body = Buffer.concat([integer(signature.subarray(0, 32)), integer(signature.subarray(32))]);
	return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

export const adversarialForms: AdversarialToken[] = Object.entries(forms).map(([name, make]) => ({
	name,
	make,
}));
