import type { Check } from "../visit.ts";
import { basics } from "./check-basic.ts";
import { codes } from "./check-codes.ts";
import { configOp } from "./check-config.ts";
import { backchannelLogout, rpInitiatedLogout } from "./check-logout.ts";
import { requests } from "./check-requests.ts";

/** By plan of the OpenID Foundation's conformance suite; each check has the name of the module that it follows. */
export const openidGroups: Record<string, Check[]> = {
	"config-op": configOp,
	"basic-op": [...basics, ...requests, ...codes],
	"rp-initiated-logout-op": rpInitiatedLogout,
	"backchannel-op": backchannelLogout,
};
