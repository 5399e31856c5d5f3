// An API that lets in the callers that Sallyport knows: SALLYPORT_URL=https://login.example.com dotnet run
using Microsoft.AspNetCore.Http;

var issuer = Environment.GetEnvironmentVariable("SALLYPORT_URL") ?? throw new InvalidOperationException("SALLYPORT_URL is not set");
var sallyport = await Sallyport.StartAsync(issuer, audience: issuer);
var app = WebApplication.Create(args);

app.Use(async (context, next) =>
{
	// What a route requires of an access key that is limited. It gets in nowhere else.
	string[] scopes = context.Request.Path == "/insight/reports" ? ["reports:read"] : [];
	try
	{
		context.Items["caller"] = await sallyport.VerifyAsync(context.Request.Headers.Authorization.ToArray(), scopes);
	}
	catch (Refused refused)
	{
		context.Response.StatusCode = refused.Status;
		if (refused.Status == 503) context.Response.Headers.RetryAfter = "1";
		else context.Response.Headers.WWWAuthenticate = refused.Challenge;
		await context.Response.WriteAsJsonAsync(new { code = refused.Code });
		return;
	}
	await next(context);
});
foreach (var route in new[] { "/insight", "/insight/reports" })
	app.MapGet(route, (HttpContext context) => new { caller = context.Items["caller"] });

app.Run("http://127.0.0.1:9000");
