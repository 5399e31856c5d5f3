// With Chromium.
import { describeGateway } from "../support/gateway-suite.ts";
import { nginx } from "../support/gateways.ts";

describeGateway(nginx);
