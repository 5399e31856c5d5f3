using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.IdentityModel.Tokens;
using static Published;

public sealed class Refused(string code, string challenge = "Bearer") : Exception(code)
{
	public string Code => Message;
	public int Status => Message switch { "service_unavailable" => 503, "insufficient_scope" => 403, _ => 401 };
	/// <summary>For the header WWW-Authenticate.</summary>
	public string Challenge { get; } = challenge;
}

/// <summary>AuthenticatedAt: seconds since the epoch.</summary>
public sealed record Caller(string UserId, string Role, string SessionId, long AuthenticatedAt, string[] Groups);

/// <summary>Verifies Sallyport's access tokens offline, and learns of logouts from its status lists.</summary>
public sealed class Sallyport : IDisposable
{
	private sealed record Claims(Caller Caller, string? Scope, long Iat, long Nbf, long Exp, string List, long Index);

	/// <summary>The keys and the lists that they have signed; when they were requested, and when they are too old (ms).</summary>
	private sealed record Snapshot(Dictionary<string, JsonWebKey> Keys, Dictionary<string, byte[]> Lists, long At, long Until, long Grace);

	private static readonly Regex Issuer = new(@"\A(https://[^/]+|http://(localhost|127\.0\.0\.1)(:[0-9]+)?)(/.*[^/])?\z");
	private static readonly Regex Bearer = new(@"\A[Bb][Ee][Aa][Rr][Ee][Rr] +([^ ]{1,4096})\z");

	private readonly string issuer, audience;
	private readonly long poll, bound, stale;
	private readonly Published published;
	private readonly SemaphoreSlim turn = new(1, 1);
	private readonly CancellationTokenSource closed = new();
	private volatile Snapshot known = new(new(), new(), 0, 0, 0);
	private long tried;

	private Sallyport(string issuer, string audience, long poll, long bound, long stale)
	{
		if (!Issuer.IsMatch(issuer)) throw new ArgumentException("issuer: https, or http on this machine, without a slash at the end");
		if (poll <= 0 || poll > bound || bound > stale) throw new ArgumentException("poll must not exceed bound, which must not exceed stale");
		published = new Published(issuer);
		(this.issuer, this.audience, this.poll, this.bound, this.stale) = (issuer, audience, poll, bound, stale);
	}

	/// <summary>Milliseconds: between looks at the lists; the oldest list that decides; the oldest one while the service is away.</summary>
	public static async Task<Sallyport> StartAsync(string issuer, string audience, long poll = 5000, long bound = 9000, long stale = 60_000)
	{
		var sallyport = new Sallyport(issuer, audience, poll, bound, stale);
		await sallyport.RefreshAsync(Now());
		_ = sallyport.PollAsync();
		return sallyport;
	}

	/// <summary>The caller, by all headers Authorization of a request. An access key that is limited needs all of the scopes.</summary>
	public async Task<Caller> VerifyAsync(IReadOnlyCollection<string?> authorization, params string[] scopes)
	{
		if (authorization.Count == 0) throw new Refused("unauthenticated");
		var match = Bearer.Match(string.Join(", ", authorization));
		var token = match.Success ? match.Groups[1].Value : "";
		var known = this.known;
		var claims = await ReadAsync(token, known);
		if (claims is not null && !known.Lists.ContainsKey(claims.List)) // a list that has just begun
		{
			await RefreshAsync(Now());
			known = this.known;
			claims = await ReadAsync(token, known);
		}
		var now = Now();
		if (now < known.At || now >= known.Until) throw new Refused("service_unavailable");
		if (claims is null) throw new Refused(now - known.At > bound ? "service_unavailable" : "invalid_token");
		if (now / 1000 >= claims.Exp) throw new Refused("session_expired");
		if (!known.Lists.TryGetValue(claims.List, out var list)) throw new Refused("service_unavailable");
		if (now / 1000 < Math.Max(claims.Iat, claims.Nbf) - 30 || claims.Index >= list.Length * 8L) throw new Refused("invalid_token");
		if ((list[claims.Index / 8] >> (int)(claims.Index % 8) & 1) == 1) throw new Refused("session_ended");
		// A limited key gets in nowhere but where scopes are required, so that a route that was forgotten refuses it.
		if (claims.Scope is { } limit && (scopes.Length == 0 || scopes.Except(limit.Split(' ')).Any()))
		{
			var required = scopes.Length == 0 ? "" : $", scope=\"{string.Join(' ', scopes)}\"";
			throw new Refused("insufficient_scope", $"Bearer error=\"insufficient_scope\"{required}");
		}
		return claims.Caller;
	}

	/// <summary>Checks everything but the time; null: the service has not signed this for this API.</summary>
	private async Task<Claims?> ReadAsync(string token, Snapshot known)
	{
		if (await OpenSignedAsync(token, "at+jwt", known.Keys) is not { } claims) return null;
		if (Text(claims, "iss") != issuer || Text(claims, "aud") != audience || Text(claims, "jti") is null) return null;
		if (Text(claims, "sub") is not { } sub || Text(claims, "sid") is not { } sid || Text(claims, "role") is not { } role) return null;
		if (Number(claims, "iat") is not { } iat || Number(claims, "nbf") is not { } nbf || Number(claims, "exp") is not { } exp) return null;
		if (Number(claims, "auth_time") is not { } authTime || exp - iat > 25 * 3600) return null;
		if (Texts(claims, "groups") is not { } groups) return null;
		var scope = Text(claims, "scope");
		if (scope is null && Member(claims, "scope").ValueKind != JsonValueKind.Undefined) return null;
		var entry = Member(Member(claims, "status"), "status_list");
		if (Text(entry, "uri") is not { } list || Number(entry, "idx") is not { } index || index < 0) return null;
		return new Claims(new Caller(sub, role, sid, authTime, groups), scope, iat, nbf, exp, list, index);
	}

	/// <summary>Fetches the keys and the lists, unless another call has begun to since then.</summary>
	private async Task<bool> RefreshAsync(long since)
	{
		await turn.WaitAsync();
		try
		{
			var now = Now();
			if (tried > since && tried <= now) return true; // not when the clock was set back
			tried = now;
			var keys = await published.KeysAsync();
			known = new Snapshot(keys, await published.ListsAsync(keys, now / 1000), now, now + bound, stale);
			return true;
		}
		catch (Exception error) // A wrong response is no outage.
		{
			var away = error is HttpRequestException or OperationCanceledException or IOException;
			var grace = away ? known.Grace : bound;
			known = known with { Until = known.At + grace, Grace = grace };
			return false;
		}
		finally
		{
			turn.Release();
		}
	}

	private async Task PollAsync()
	{
		while (!closed.IsCancellationRequested)
		{
			var wait = await RefreshAsync(Now()) ? poll : Math.Min(poll, 1000);
			await Task.Delay(TimeSpan.FromMilliseconds(wait), closed.Token).ContinueWith(_ => { }, TaskScheduler.Default);
		}
	}

	public void Dispose() => closed.Cancel();

	private static long Now() => DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();
}
