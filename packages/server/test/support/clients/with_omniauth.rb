# An application with GitLab's module for OmniAuth, as the template for GitLab configures it. One user at a time.

require "json"
require "omniauth_openid_connect"
require "rack/handler/puma"

# The service of a test has plain http; the module reads metadata by https alone.
SWD.url_builder = WebFinger.url_builder = URI::HTTP
OmniAuth.config.allowed_request_methods = [:get]
OmniAuth.config.silence_get_warning = true

PORT = ENV.fetch("PORT")
ARGS = {
  name: "openid_connect",
  scope: ["openid", "profile", "email", "groups"],
  response_type: "code",
  issuer: ENV.fetch("ISSUER"),
  discovery: true,
  client_auth_method: "basic",
  uid_field: "sub",
  send_scope_to_token_endpoint: "false",
  client_options: {
    identifier: ENV.fetch("CLIENT_ID"),
    secret: ENV.fetch("CLIENT_SECRET"),
    redirect_uri: "http://127.0.0.1:#{PORT}/callback"
  },
  request_path: "/login",
  callback_path: "/callback"
}

SESSION = {}
OneSession = Struct.new(:application) do
  def call(env) = application.call(env.merge("rack.session" => SESSION))
end

application = Rack::Builder.new do
  use OneSession
  use OmniAuth::Builder do
    provider :openid_connect, ARGS
  end
  run lambda { |env|
    user = env["omniauth.auth"]
    claims = user && { sub: user.uid, name: user.info.name, groups: user.extra.raw_info[:groups] }
    [200, { "content-type" => "application/json" }, [JSON.generate(claims)]]
  }
end

Rack::Handler::Puma.run(application, Host: "127.0.0.1", Port: PORT, Silent: true)
