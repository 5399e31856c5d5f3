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
			int status = 200;
			Map<String, Object> answer;
			try {
				answer = Map.of("caller", sallyport.verify(exchange.getRequestHeaders().get("Authorization")));
			} catch (Sallyport.Refused refused) {
				status = refused.status;
				answer = Map.of("code", refused.getMessage());
				exchange.getResponseHeaders().set(status == 401 ? "WWW-Authenticate" : "Retry-After", status == 401 ? "Bearer" : "1");
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
