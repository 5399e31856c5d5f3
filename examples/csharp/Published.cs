using System.IO.Compression;
using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;

/// <summary>What the service publishes. HttpRequestException, OperationCanceledException, IOException: it is away.</summary>
internal sealed class Published(string issuer)
{
	private const int MostBytes = 4 << 20;
	private const long MostNumber = 1L << 53;
	private static readonly Regex Compact = new(@"\A[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\z");
	private static readonly JsonWebTokenHandler Handler = new() { MaximumTokenSizeInBytes = MostBytes };

	private readonly HttpClient http = new(new SocketsHttpHandler
	{
		AllowAutoRedirect = false,
		PooledConnectionLifetime = TimeSpan.FromMinutes(5),
	})
	{
		Timeout = TimeSpan.FromSeconds(3),
		MaxResponseContentBufferSize = MostBytes,
	};

	/// <summary>By kid. Microsoft.IdentityModel knows no EdDSA.</summary>
	public async Task<Dictionary<string, JsonWebKey>> KeysAsync()
	{
		var jwks = JsonWebKeySet.Create(Encoding.UTF8.GetString(await GetAsync("/.well-known/jwks.json")));
		return jwks.Keys
			.Where(key => (key.Alg, key.Kty, key.Crv) is ("ES256", "EC", "P-256") or ("RS256", "RSA", _))
			.ToDictionary(key => key.Kid);
	}

	/// <summary>The bits of each list, the first entry in the lowest bit of the first byte. now: seconds.</summary>
	public async Task<Dictionary<string, byte[]>> ListsAsync(Dictionary<string, JsonWebKey> keys, long now)
	{
		var lists = new Dictionary<string, byte[]>();
		foreach (var address in Member(Parse(await GetAsync("/api/auth/status")), "status_lists").EnumerateArray())
		{
			var uri = address.GetString() ?? "";
			Require(uri.StartsWith($"{issuer}/api/auth/status/", StringComparison.Ordinal));
			var token = Encoding.ASCII.GetString(await GetAsync(uri[issuer.Length..]));
			var signed = await OpenSignedAsync(token, "statuslist+jwt", keys);
			Require(signed is not null);
			var list = signed!.Value;
			Require(Text(list, "iss") == issuer && Text(list, "sub") == uri);
			Require(Number(list, "iat") <= now + 30 && Number(list, "exp") > now);
			Require(Number(Member(list, "status_list"), "bits") == 1);
			var zipped = Base64UrlEncoder.DecodeBytes(Text(Member(list, "status_list"), "lst"));
			using var stream = new ZLibStream(new MemoryStream(zipped), CompressionMode.Decompress);
			var bits = new byte[MostBytes / 2 + 1];
			var length = stream.ReadAtLeast(bits, bits.Length, throwOnEndOfStream: false);
			Require(length < bits.Length);
			lists[uri] = bits[..length];
		}
		return lists;
	}

	/// <summary>The claims, if one of the keys has signed them. Of the header, only kid chooses anything; alg must be that of the key.</summary>
	public static async Task<JsonElement?> OpenSignedAsync(string token, string typ, Dictionary<string, JsonWebKey> keys)
	{
		if (!Compact.IsMatch(token)) return null;
		try
		{
			var parts = token.Split('.');
			var header = Parse(Base64UrlEncoder.DecodeBytes(parts[0]));
			if (Text(header, "kid") is not { } kid || !keys.TryGetValue(kid, out var key) || Text(header, "alg") != key.Alg) return null;
			if (Text(header, "typ") != typ || Member(header, "crit").ValueKind != JsonValueKind.Undefined) return null;
			var result = await Handler.ValidateTokenAsync(token, new TokenValidationParameters
			{
				IssuerSigningKey = key,
				TryAllIssuerSigningKeys = false,
				ValidAlgorithms = [key.Alg],
				ValidTypes = [typ],
				// ReadAsync checks these, and accepts less.
				ValidateIssuer = false,
				ValidateAudience = false,
				ValidateLifetime = false,
			});
			return result.IsValid ? Parse(Base64UrlEncoder.DecodeBytes(parts[1])) : null;
		}
		catch (Exception error) when (error is FormatException or JsonException or InvalidOperationException or ArgumentException or SecurityTokenException)
		{
			return null;
		}
	}

	private async Task<byte[]> GetAsync(string path)
	{
		using var response = await http.GetAsync(issuer + path);
		Require(response.StatusCode != HttpStatusCode.NotFound);
		if (response.StatusCode != HttpStatusCode.OK) throw new HttpRequestException($"{path} answered {(int)response.StatusCode}");
		return await response.Content.ReadAsByteArrayAsync();
	}

	private static JsonElement Parse(byte[] json) => JsonSerializer.Deserialize<JsonElement>(json);

	public static JsonElement Member(JsonElement of, string name) =>
		of.ValueKind == JsonValueKind.Object && of.TryGetProperty(name, out var member) ? member : default;

	/// <summary>null unless it is a string with content.</summary>
	public static string? Text(JsonElement of, string name) =>
		Member(of, name) is { ValueKind: JsonValueKind.String } text && text.GetString() is { Length: > 0 } found ? found : null;

	/// <summary>Empty if there is no such member; null unless it is a list of strings.</summary>
	public static string[]? Texts(JsonElement of, string name)
	{
		var member = Member(of, name);
		if (member.ValueKind == JsonValueKind.Undefined) return [];
		if (member.ValueKind != JsonValueKind.Array) return null;
		var texts = member.EnumerateArray().Select(each => each.ValueKind == JsonValueKind.String ? each.GetString() : null).ToArray();
		return texts.Contains(null) ? null : texts!;
	}

	public static long? Number(JsonElement of, string name) =>
		Member(of, name) is { ValueKind: JsonValueKind.Number } number && number.TryGetInt64(out var found)
			&& found is > -MostNumber and < MostNumber ? found : null;

	private static void Require(bool held)
	{
		if (!held) throw new InvalidDataException("This is not what the service publishes.");
	}
}
