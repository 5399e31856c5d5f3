/**
 * Hashes that other systems made: Django 5.2, passlib 1.7, Werkzeug 3.1, the argon2 and bcrypt packages of Python, and
 * hashlib for what follows Keycloak.
 */
export const KNOWN_PASSWORD = "tangerine moped dusty";

const salt = "MDEyMzQ1Njc4OWFiY2RlZg==";
const keycloak = (credentialData: object, value: string) => ({
	credentialData: JSON.stringify(credentialData),
	secretData: JSON.stringify({ value, salt, additionalParameters: {} }),
});

/** What a line of an import file holds, by the system that wrote it. */
export const knownHashes: Readonly<Record<string, string | object>> = {
	"bcrypt, 2b": "$2b$04$0rXvU8Q.8Iw1Q43tDiidKehIN72Mzy73xAplil06OQndJf3nhs8yy",
	"bcrypt, 2a": "$2a$05$H/A0MG3GjEZxboEjgrds7OMcwb.fJjDC1ADdQlmUtPTDYSehf4l1S",
	"bcrypt, 2y": "$2y$04$oZ6ZgDnAEbZKlMETGLfYauZMK67Te4RPiAYH0dmzA3iztB3OtolU2",
	"bcrypt with stray bits in its salt": "$2b$04$0rXvU8Q.8Iw1Q43tDiidKfhIN72Mzy73xAplil06OQndJf3nhs8yy",
	"Django bcrypt": "bcrypt$$2b$04$I1Y1VDmf7EWv65mhE5l4F.hEAk9fZdiXkIMciZ9JcpzJbUJ7XIR6q",
	"Django bcrypt_sha256": "bcrypt_sha256$$2b$04$vEZPfk7LlpXHJB6XSANtruwYiaZVM7f0XkIO/c5SmTDxTdfmfMhNi",
	"passlib bcrypt_sha256, version 1":
		"$bcrypt-sha256$2b,4$gScLP9H8ugEUFCoadpwKGe$ArMS6LnfAdpKbEMbXqlS65GamMofVry",
	"passlib bcrypt_sha256, version 2":
		"$bcrypt-sha256$v=2,t=2b,r=4$smruKGCsLb0bdrNJ1sHO2O$G5UNyHGQE6nBXiJz2GkVPp20/KFC.s6",
	"passlib pbkdf2_sha256":
		"$pbkdf2-sha256$1200$g9Da21ur1dpbq7WWUiolJA$nPJXUn9qYx3sJ7rqGzFxlmzkNR8SePpwIzMB4hOCp5w",
	"passlib pbkdf2_sha512":
		"$pbkdf2-sha512$1200$PGcsBQBgTEnJ2TvHOKdUSg$7DzxAHOwuiA3c45PAOmNAzFV2i.p2jdvjYqCfgb/O2FI4MIH/3uanL6uDXPpstS65giCGznaQ7JCYr208Dwc3g",
	"PHC pbkdf2-sha256":
		"$pbkdf2-sha256$i=1200,l=32$MDEyMzQ1Njc4OWFiY2RlZg$R/2XiEOlihKRMYeZpE5VnT4rZJ84rsnpUgBt5qG4nR8",
	"Django pbkdf2_sha256":
		"pbkdf2_sha256$1200$aBcDeFgHiJkLmNoPqRsTuV$VZ+exZCobpLF/jo4in7Eee0qIDPBZfLMT9bqnzhOtxc=",
	"Werkzeug pbkdf2:sha256":
		"pbkdf2:sha256:1200$dEbM0mSyxsXCmbEm$a2b2365d03cae25b3c31d72eb0f13a6a3c03fb98f91cc7d991d684dfdbe34e86",
	"Werkzeug pbkdf2:sha512":
		"pbkdf2:sha512:1200$vs1LMyUhBoAYoCIx$b505d250a4c6e9b2f2fedf8bf81368452023e86b3a1f605a0d1491bc1decb4b092fd8293c391f5da843f9379693e154732aab80fcc112ec6d510fdb9b281a569",
	"passlib scrypt":
		"$scrypt$ln=15,r=8,p=1$PicEwJiT8l5r7Z2T0hrDWA$VXQJE/174ZKYsBgGKePDm2C8XQoNDwN09g+LLpjfrBs",
	"Django scrypt":
		"scrypt$16384$aBcDeFgHiJkLmNoPqRsTuV$8$5$+FFZzBOvdclyKuvXRucBhPnR/e2l+7Oy4fquJ+v1sj4+GgJ6P1S/VNaD0J9nQ5aphmXFiOp1RHJLWIcl8pmoeA==",
	"Werkzeug scrypt":
		"scrypt:32768:8:1$z3pzhbCJfLmjnMX5$ea82cee7710e0409f887b774bb9eb9f10b618df0d1a8c01b168f9c5872ec65647e19ba16af9ef4e06ac301ce50e6e54f1fc528e3aa2756e3e670f1840ecb9d25",
	argon2id: "$argon2id$v=19$m=512,t=2,p=2$MDEyMzQ1Njc4OWFiY2RlZg$HFP6N9WTUeLRlXfzmWSqzLu30sR7xIjOwMBpdC0WDhU",
	argon2i: "$argon2i$v=19$m=512,t=2,p=2$MDEyMzQ1Njc4OWFiY2RlZg$akpoi1L7owLAvwvBoGEg4IVCbw+7ee5TBoa6FkeWKf8",
	argon2d: "$argon2d$v=19$m=512,t=2,p=2$MDEyMzQ1Njc4OWFiY2RlZg$7jr4E1Au2IE+3tBjLYhlaIJ84nfg77fezLyhq3pepls",
	"argon2i, version 16":
		"$argon2i$v=16$m=512,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$2Vxi2mJjOHGKRceNvK3Szna4U05MAWkI7NiKP2BN9A8",
	"argon2i of before there were versions":
		"$argon2i$m=512,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$2Vxi2mJjOHGKRceNvK3Szna4U05MAWkI7NiKP2BN9A8",
	"Django argon2":
		"argon2$argon2id$v=19$m=512,t=1,p=2$YUJjRGVGZ0hpSmtMbU5vUHFSc1R1Vg$5xBrVo0kWm9cZhhaR2ZQxQIt84urACt8N44z8m9dYmk",
	"Keycloak pbkdf2-sha256": keycloak(
		{ hashIterations: 1200, algorithm: "pbkdf2-sha256", additionalParameters: {} },
		"R/2XiEOlihKRMYeZpE5VnT4rZJ84rsnpUgBt5qG4nR91YCyQlHEa7lIUkhod3udJkYYsl+ZUIDODZabkkvgrBQ==",
	),
	"Keycloak pbkdf2-sha512": keycloak(
		{ hashIterations: 1200, algorithm: "pbkdf2-sha512", additionalParameters: {} },
		"e5BASpZRYrTEhLLAtvQrT7lp3+7medGWGUQK5Qmt2U+nRf8gAVh2Dmb77IJwQ+X9hAdH6XvZrUer/TyxG6WUZFd+clIbgz5ovNhzejqtPoBxqZPi8YUvvDNzVBEptfolx9VtREz6xa1k02lg3ZNQYmFenkr/SvkVWoaXF/wBv/0=",
	),
	"Keycloak argon2": keycloak(
		{
			hashIterations: 5,
			algorithm: "argon2",
			additionalParameters: {
				hashLength: ["32"],
				memory: ["7168"],
				type: ["id"],
				version: ["1.3"],
				parallelism: ["1"],
			},
		},
		"cFcttB5A2yy/iq9gO9Mxadpus9odBDh9aEt9lySjJE0=",
	),
};
