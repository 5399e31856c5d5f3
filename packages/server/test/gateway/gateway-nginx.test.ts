// At length: it tries every spelling of a path at another program.
// With Chromium.
import { describeGateway } from "../support/gateway-suite.ts";
import { nginx } from "../support/gateways.ts";

describeGateway(nginx);
