import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Verifies Sallyport's access tokens offline, and learns of logouts from its status lists. Close it to stop polling. */
public final class Sallyport implements AutoCloseable {
	/** Since the epoch: seconds. */
	public record Caller(String userId, String role, String sessionId, long authenticatedAt, List<String> groups) {}

	public static final class Refused extends Exception {
		public final int status;
		/** For the header WWW-Authenticate. */
		public final String challenge;

		/** The message is the code. */
		Refused(String code) {
			super(code);
			status = code.equals("service_unavailable") ? 503 : 401;
			challenge = "Bearer";
		}

		/** The caller's key is limited to other scopes. */
		Refused(String[] required) {
			super("insufficient_scope");
			status = 403;
			String scope = required.length == 0 ? "" : ", scope=\"" + String.join(" ", required) + "\"";
			challenge = "Bearer error=\"insufficient_scope\"" + scope;
		}
	}

	/** The keys and the lists that they have signed; when they were requested, and when they are too old. */
	private record Snapshot(Map<String, Published.Key> keys, Map<String, byte[]> lists, long at, long until, long grace) {}

	private static final Pattern ISSUER = Pattern.compile("(https://[^/]+|http://(localhost|127\\.0\\.0\\.1)(:\\d+)?)(/.*[^/])?");
	private static final Pattern BEARER = Pattern.compile("(?i:bearer) +([^ ]{1,4096})");

	private final String issuer, audience;
	private final long poll, bound, stale; // milliseconds
	private final ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor(work -> {
		Thread thread = new Thread(work, "sallyport");
		thread.setDaemon(true);
		return thread;
	});
	private volatile Snapshot known = new Snapshot(Map.of(), Map.of(), 0, 0, 0);
	private long tried;

	/** Looks at the lists every 5000 ms (`poll`). They decide for 9000 (`bound`), or 60000 while the service is away (`stale`). */
	public Sallyport(String issuer, String audience, long poll, long bound, long stale) {
		if (!ISSUER.matcher(issuer).matches())
			throw new IllegalArgumentException("issuer: https, or http on this machine, without a slash at the end");
		if (poll <= 0 || poll > bound || bound > stale)
			throw new IllegalArgumentException("poll must not exceed bound, which must not exceed stale");
		this.issuer = issuer;
		this.audience = audience;
		this.poll = poll;
		this.bound = bound;
		this.stale = stale;
		refreshAndGoOn();
	}

	/** The caller, by all headers Authorization of a request. An access key that is limited needs all of the scopes. */
	public Caller verify(List<String> authorization, String... scopes) throws Refused {
		if (authorization == null || authorization.isEmpty()) throw new Refused("unauthenticated");
		var bearer = BEARER.matcher(String.join(", ", authorization));
		String token = bearer.matches() ? bearer.group(1) : "";
		Snapshot known = this.known;
		JsonNode claims = read(token, known);
		if (claims != null && !known.lists.containsKey(listOf(claims))) { // a list that has just begun
			refresh(System.currentTimeMillis());
			known = this.known;
			claims = read(token, known);
		}
		long now = System.currentTimeMillis(), index;
		if (now < known.at || now >= known.until) throw new Refused("service_unavailable");
		if (claims == null) throw new Refused(now - known.at > bound ? "service_unavailable" : "invalid_token");
		if (now / 1000 >= claims.get("exp").longValue()) throw new Refused("session_expired");
		byte[] list = known.lists.get(listOf(claims));
		if (list == null) throw new Refused("service_unavailable");
		index = claims.at("/status/status_list/idx").longValue();
		long begins = Math.max(claims.get("iat").longValue(), claims.get("nbf").longValue());
		if (now / 1000 < begins - 30 || index >= list.length * 8L) throw new Refused("invalid_token");
		if ((list[(int) (index / 8)] >> (index % 8) & 1) == 1) throw new Refused("session_ended");
		// A limited key gets in nowhere but where scopes are required, so that a route that was forgotten refuses it.
		boolean covered = scopes.length > 0 && scopesOf(claims).containsAll(List.of(scopes));
		if (claims.has("scope") && !covered) throw new Refused(scopes);
		return new Caller(claims.get("sub").textValue(), claims.get("role").textValue(), claims.get("sid").textValue(),
			claims.get("auth_time").longValue(), groupsOf(claims).map(JsonNode::textValue).toList());
	}

	/** Checks everything but the time; null: the service has not signed this for this API. */
	private JsonNode read(String token, Snapshot known) {
		JsonNode claims = Published.openSigned(token, "at+jwt", known.keys);
		if (claims == null) return null;
		if (!issuer.equals(claims.path("iss").textValue()) || !audience.equals(claims.path("aud").textValue())) return null;
		boolean texts = Stream.of("/sub", "/sid", "/jti", "/role", "/status/status_list/uri")
			.allMatch(name -> claims.at(name).isTextual() && !claims.at(name).textValue().isEmpty());
		boolean numbers = Stream.of("/iat", "/nbf", "/exp", "/auth_time", "/status/status_list/idx")
			.allMatch(name -> claims.at(name).isIntegralNumber() && claims.at(name).bigIntegerValue().bitLength() < 54);
		JsonNode groups = claims.path("groups");
		if (!groups.isMissingNode() && !groups.isArray() || !groupsOf(claims).allMatch(JsonNode::isTextual)) return null;
		if (claims.has("scope") && scopesOf(claims).isEmpty()) return null;
		if (!texts || !numbers || claims.at("/status/status_list/idx").longValue() < 0) return null;
		return claims.get("exp").longValue() - claims.get("iat").longValue() > 25 * 3600 ? null : claims;
	}

	private static Stream<JsonNode> groupsOf(JsonNode claims) {
		return StreamSupport.stream(claims.path("groups").spliterator(), false);
	}

	/** Empty unless the claim is a text with a name in it. */
	private static List<String> scopesOf(JsonNode claims) {
		String names = claims.path("scope").isTextual() ? claims.get("scope").textValue() : "";
		return Stream.of(names.split(" ")).filter(name -> !name.isEmpty()).toList();
	}

	private static String listOf(JsonNode claims) {
		return claims.at("/status/status_list/uri").textValue();
	}

	/** Fetches the keys and the lists, unless another call has begun to since then. */
	private synchronized boolean refresh(long since) {
		long now = System.currentTimeMillis();
		if (tried > since && tried <= now) return true; // not when the clock was set back
		tried = now;
		try {
			var keys = Published.keys(issuer);
			known = new Snapshot(keys, Published.lists(issuer, keys, now / 1000), now, now + bound, stale);
			return true;
		} catch (IOException | RuntimeException error) { // A wrong response is no outage.
			long grace = error instanceof IOException ? known.grace : bound;
			known = new Snapshot(known.keys, known.lists, known.at, known.at + grace, grace);
			return false;
		}
	}

	private void refreshAndGoOn() {
		long wait = refresh(System.currentTimeMillis()) ? poll : Math.min(poll, 1000);
		poller.schedule(this::refreshAndGoOn, wait, TimeUnit.MILLISECONDS);
	}

	@Override
	public void close() {
		poller.shutdownNow();
	}
}
