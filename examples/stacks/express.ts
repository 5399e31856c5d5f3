/** Express behind Sallyport:   node examples/stacks/express.ts   SALLYPORT_URL, PORT (3000) */
import { createVerifier } from "@sallyport/verify";
import { principalOf, protect } from "@sallyport/verify/express";
import express from "express";

const { SALLYPORT_URL = "http://localhost:8400", PORT = "3000" } = process.env;

const app = express();
app.use(protect(createVerifier({ issuer: SALLYPORT_URL })));

app.get("/insight", (request, response) => {
	response.json({ caller: principalOf(request) });
});
app.post("/reports", (request, response) => {
	response.status(201).json({ author: principalOf(request).userId });
});

app.listen(Number(PORT), "127.0.0.1");
