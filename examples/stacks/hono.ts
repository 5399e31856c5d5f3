/** Hono behind Sallyport, on whatever it runs on. SALLYPORT_URL */
import { createVerifier } from "@sallyport/verify";
import { principalOf, protectHono } from "@sallyport/verify/fetch";
import { Hono } from "hono";

const { SALLYPORT_URL = "http://localhost:8400" } = process.env;

export const app = new Hono();
app.use(protectHono(createVerifier({ issuer: SALLYPORT_URL })));

app.get("/insight", (context) => context.json({ caller: principalOf(context.req.raw) }));
app.post("/reports", (context) => context.json({ author: principalOf(context.req.raw).userId }, 201));
