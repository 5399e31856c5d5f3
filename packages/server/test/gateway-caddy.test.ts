import { describeGateway } from "./gateway-suite.ts";
import { caddy } from "./gateways.ts";

describeGateway(caddy);
