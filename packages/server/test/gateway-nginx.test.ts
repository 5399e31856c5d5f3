import { describeGateway } from "./gateway-suite.ts";
import { nginx } from "./gateways.ts";

describeGateway(nginx);
