// All calls that programs with a token may make, or with ?all every call. Nothing is loaded from, or told to, anybody else.
(function () {
  // Before the viewer comes: the library that checks its values would try whether it may make code of texts, which no page
  // of ours may.
  globalThis.__zod_globalConfig = { jitless: true };
  addEventListener("DOMContentLoaded", show);
})();

function show() {
  const isAll = new URLSearchParams(location.search).has("all");
  globalThis.Scalar.createApiReference("#reference", {
    url: isAll ? "/api/openapi.json" : "/api/openapi.json?for=tokens",
    withDefaultFonts: false,
    telemetry: false,
    authentication: { preferredSecurityScheme: isAll ? "bearer" : "token" },
    hideClientButton: true,
    mcp: { disabled: true },
    agent: { disabled: true },
    showDeveloperTools: "never",
    darkMode: localStorage.getItem("theme") === "dark" ||
      (localStorage.getItem("theme") !== "light" && matchMedia("(prefers-color-scheme: dark)").matches),
  });
}
