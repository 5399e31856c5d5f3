// An API that lets in the callers that Sallyport knows: SALLYPORT_URL=https://login.example.com dotnet run
using Microsoft.AspNetCore.Http;

var issuer = Environment.GetEnvironmentVariable("SALLYPORT_URL") ?? throw new InvalidOperationException("SALLYPORT_URL is not set");
var sallyport = await Sallyport.StartAsync(issuer, audience: issuer);
var app = WebApplication.Create(args);

app.Use(async (context, next) =>
{
	try
	{
		context.Items["caller"] = await sallyport.VerifyAsync(context.Request.Headers.Authorization.ToArray());
	}
	catch (Refused refused)
	{
		context.Response.StatusCode = refused.Status;
		if (refused.Status == 401) context.Response.Headers.WWWAuthenticate = "Bearer";
		else context.Response.Headers.RetryAfter = "1";
		await context.Response.WriteAsJsonAsync(new { code = refused.Code });
		return;
	}
	await next(context);
});
app.MapGet("/insight", (HttpContext context) => new { caller = context.Items["caller"] });

app.Run("http://127.0.0.1:9000");
