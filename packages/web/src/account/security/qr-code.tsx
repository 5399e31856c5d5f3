import { encode } from "uqr";

/** Drawn, as the policy of the pages allows no picture that is written into the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
	// Scanners need a quiet zone of four modules (ISO/IEC 18004).
	const { data, size } = encode(text, { ecc: "M", border: 4 });
	const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
	return (
		<svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
			<path d={dark.join("")} shape-rendering="crispEdges" />
		</svg>
	);
}
