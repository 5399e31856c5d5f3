import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** What the service publishes. An IOException: it is away. Any RuntimeException: this is not what it publishes. */
final class Published {
	/** `algorithm` as in the header `alg`, `signature` as Java calls it. */
	record Key(String algorithm, String signature, PublicKey key) {}

	private static final int MOST_BYTES = 4 << 20;
	private static final Pattern COMPACT = Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");
	private static final JsonMapper JSON = JsonMapper.builder()
		.enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();
	/** What precedes the numbers of a key in its SubjectPublicKeyInfo (RFC 5480, RFC 8410). */
	private static final String P256 = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";
	private static final String ED25519 = "302a300506032b6570032100";

	static Map<String, Key> keys(String issuer) throws IOException {
		var keys = new HashMap<String, Key>();
		for (JsonNode jwk : parse(get(issuer + "/.well-known/jwks.json")).required("keys")) {
			Key key = keyOf(jwk);
			if (key != null) keys.put(jwk.required("kid").textValue(), key);
		}
		return keys;
	}

	/** The bits of each list, the first entry in the lowest bit of the first byte. `now` in seconds. */
	static Map<String, byte[]> lists(String issuer, Map<String, Key> keys, long now) throws IOException {
		var lists = new HashMap<String, byte[]>();
		for (JsonNode each : parse(get(issuer + "/api/auth/status")).required("status_lists")) {
			String uri = each.textValue();
			require(uri.startsWith(issuer + "/api/auth/status/"));
			JsonNode list = openSigned(new String(get(uri), StandardCharsets.US_ASCII), "statuslist+jwt", keys);
			require(list != null && issuer.equals(list.path("iss").textValue()) && uri.equals(list.path("sub").textValue()));
			require(list.path("iat").isIntegralNumber() && list.path("exp").isIntegralNumber());
			require(list.get("iat").longValue() <= now + 30 && list.get("exp").longValue() > now);
			require(list.at("/status_list/bits").isInt() && list.at("/status_list/bits").intValue() == 1);
			lists.put(uri, inflate(decode(list.at("/status_list/lst").textValue())));
		}
		return lists;
	}

	/** The claims, if one of the keys has signed them. Of the header, only kid chooses anything; alg must be that of the key. */
	static JsonNode openSigned(String token, String typ, Map<String, Key> keys) {
		if (!COMPACT.matcher(token).matches()) return null;
		try {
			String[] parts = token.split("\\.");
			JsonNode header = parse(decode(parts[0]));
			String kid = header.path("kid").textValue();
			Key key = kid == null ? null : keys.get(kid);
			if (key == null || !key.algorithm.equals(header.path("alg").textValue()) || header.has("crit")) return null;
			if (!typ.equals(header.path("typ").textValue())) return null;
			Signature signature = Signature.getInstance(key.signature);
			signature.initVerify(key.key);
			signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
			return signature.verify(decode(parts[2])) ? parse(decode(parts[1])) : null;
		} catch (GeneralSecurityException | RuntimeException notSigned) {
			return null;
		}
	}

	private static Key keyOf(JsonNode jwk) {
		try {
			return switch (jwk.path("alg").asText() + " " + jwk.path("kty").asText() + " " + jwk.path("crv").asText()) {
				case "ES256 EC P-256" -> new Key("ES256", "SHA256withECDSAinP1363Format", encoded("EC", P256, jwk, "x", "y"));
				case "EdDSA OKP Ed25519" -> new Key("EdDSA", "Ed25519", encoded("Ed25519", ED25519, jwk, "x"));
				case "RS256 RSA " -> new Key("RS256", "SHA256withRSA", KeyFactory.getInstance("RSA").generatePublic(
					new RSAPublicKeySpec(new BigInteger(1, member(jwk, "n")), new BigInteger(1, member(jwk, "e")))));
				default -> null;
			};
		} catch (GeneralSecurityException error) {
			throw new IllegalArgumentException(error);
		}
	}

	private static PublicKey encoded(String kind, String prefix, JsonNode jwk, String... names) throws GeneralSecurityException {
		var hex = new StringBuilder(prefix);
		for (String name : names) {
			require(member(jwk, name).length == 32);
			hex.append(HexFormat.of().formatHex(member(jwk, name)));
		}
		return KeyFactory.getInstance(kind).generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(hex)));
	}

	private static byte[] member(JsonNode jwk, String name) {
		return decode(jwk.required(name).textValue());
	}

	private static byte[] inflate(byte[] zipped) {
		var inflater = new Inflater();
		try {
			inflater.setInput(zipped);
			var bits = new byte[MOST_BYTES / 2];
			int length = inflater.inflate(bits);
			require(inflater.finished());
			return Arrays.copyOf(bits, length);
		} catch (DataFormatException error) {
			throw new IllegalArgumentException(error);
		} finally {
			inflater.end();
		}
	}

	private static byte[] get(String url) throws IOException {
		var connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
		connection.setConnectTimeout(3000);
		connection.setReadTimeout(3000);
		connection.setInstanceFollowRedirects(false);
		connection.setUseCaches(false);
		int status = connection.getResponseCode();
		require(status != 404);
		if (status != 200) throw new IOException(url + " answered " + status);
		try (var body = connection.getInputStream()) {
			byte[] bytes = body.readNBytes(MOST_BYTES + 1);
			require(bytes.length <= MOST_BYTES);
			return bytes;
		}
	}

	private static JsonNode parse(byte[] json) {
		try {
			return JSON.readTree(json);
		} catch (IOException error) { // which is how Jackson calls bad JSON
			throw new IllegalArgumentException(error);
		}
	}

	private static byte[] decode(String base64url) {
		return Base64.getUrlDecoder().decode(base64url);
	}

	private static void require(boolean held) {
		if (!held) throw new IllegalArgumentException("This is not what the service publishes.");
	}
}
