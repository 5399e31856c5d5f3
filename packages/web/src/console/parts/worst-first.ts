import type { Examination } from "@sallyport/client";

const worst = ["failed", "warning", "ok"];

export const worstFirst = ({ checks }: Examination) =>
	checks.toSorted((one, other) => worst.indexOf(one.status) - worst.indexOf(other.status));
