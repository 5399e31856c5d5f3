import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Executors;

/** An API that lets in the callers that Sallyport knows: SALLYPORT_URL=https://login.example.com java Server */
public final class Server {
	public static void main(String[] arguments) throws Exception {
		String issuer = System.getenv("SALLYPORT_URL");
		var sallyport = new Sallyport(issuer, issuer, seconds("POLL", "5"), seconds("BOUND", "9"), seconds("STALE", "60"));
		var json = new ObjectMapper();
		int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "9000"));
		var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
		server.setExecutor(Executors.newFixedThreadPool(8));
		server.createContext("/", exchange -> {
			// What a route requires of an access key that is limited. It gets in nowhere else.
			boolean isReports = exchange.getRequestURI().getPath().equals("/insight/reports");
			String[] scopes = isReports ? new String[] {"reports:read"} : new String[0];
			int status = 200;
			Map<String, Object> answer;
			try {
				answer = Map.of("caller", sallyport.verify(exchange.getRequestHeaders().get("Authorization"), scopes));
			} catch (Sallyport.Refused refused) {
				status = refused.status;
				answer = Map.of("code", refused.getMessage());
				boolean away = status == 503;
				exchange.getResponseHeaders().set(away ? "Retry-After" : "WWW-Authenticate", away ? "1" : refused.challenge);
			}
			byte[] body = json.writeValueAsBytes(answer);
			exchange.getResponseHeaders().set("Content-Type", "application/json");
			exchange.sendResponseHeaders(status, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		server.start();
	}

	/** In milliseconds. */
	private static long seconds(String name, String usual) {
		return Math.round(1000 * Double.parseDouble(System.getenv().getOrDefault(name, usual)));
	}
}
