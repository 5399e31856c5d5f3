import type { Breakage } from "./breakages.ts";
import { breakagesOfFrontEnds } from "./breakages-of-front-ends.ts";
import { breakagesOfOrigins } from "./breakages-of-origins.ts";
import { breakagesOfOwnData } from "./breakages-of-own-data.ts";
import { breakagesOfRequests } from "./breakages-of-requests.ts";
import { breakagesOfResponses } from "./breakages-of-responses.ts";
import { breakagesOfTheAdministration } from "./breakages-of-the-administration.ts";
import { breakagesOfTheGateway } from "./breakages-of-the-gateway.ts";
import { breakagesOfTokens } from "./breakages-of-tokens.ts";

export const breakages: Breakage[] = [
	...breakagesOfRequests,
	...breakagesOfTheGateway,
	...breakagesOfOrigins,
	...breakagesOfTokens,
	...breakagesOfFrontEnds,
	...breakagesOfOwnData,
	...breakagesOfTheAdministration,
	...breakagesOfResponses,
];
