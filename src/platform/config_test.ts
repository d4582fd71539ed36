import { expect, test } from "vitest";
import { BadCommand, readConfig, type ServeFlags } from "./config.ts";

function read(flags: ServeFlags, env: Record<string, string> = {}) {
  return readConfig(flags, (name) => env[name]);
}

test("flags count before the environment, and both before what is usual", () => {
  expect(read({})).toMatchObject({ port: 3000, host: "0.0.0.0", data: "./tenants", demo: false });
  expect(read({}, { BALCAO_PORT: "8080", BALCAO_DATA: "/srv" })).toMatchObject({ port: 8080, data: "/srv" });
  expect(read({ port: "99", demo: true }, { BALCAO_PORT: "8080" })).toMatchObject({ port: 99, demo: true });
  expect(read({}, { BALCAO_PORT: "", BALCAO_HOST: "", BALCAO_DATA: "" })).toMatchObject(read({}));
});

test.each([
  [{ port: "abc" }, {}, "--port"],
  [{ port: "70000" }, {}, "--port"],
  [{ port: "-1" }, {}, "--port"],
  [{ port: "1.5" }, {}, "--port"],
  [{ port: "" }, {}, "--port"],
  [{}, { BALCAO_PORT: "x" }, "--port"],
  [{ publicUrl: "balcao.example" }, {}, "--public-url"],
  [{}, { BALCAO_WHATSAPP_URL: "http://x" }, "BALCAO_WHATSAPP_URL"],
])("%j %j is refused in words that name it", (flags: ServeFlags, env: Record<string, string>, named) => {
  expect(() => read(flags, env)).toThrow(BadCommand);
  expect(() => read(flags, env)).toThrow(named);
});

test("a domain makes an address of its own, and the usual ports and authority", () => {
  expect(read({}).https).toBeUndefined();
  expect(read({ domain: ["Desk.Example", "www.desk.example", "desk.example"], acmeEmail: "lia@desk.example" }))
    .toMatchObject({
      publicUrl: "https://desk.example",
      https: {
        domains: ["desk.example", "www.desk.example"],
        email: "lia@desk.example",
        directory: "https://acme-v02.api.letsencrypt.org/directory",
        httpPort: 80,
        httpsPort: 443,
      },
    });
  const env = { BALCAO_DOMAIN: "a.example,b.example", BALCAO_HTTPS_PORT: "8443", BALCAO_ACME_CA: "/ca.pem" };
  expect(read({ httpPort: "8080" }, env)).toMatchObject({
    publicUrl: "https://a.example:8443",
    https: { domains: ["a.example", "b.example"], httpPort: 8080, httpsPort: 8443, ca: "/ca.pem" },
  });
  expect(read({ domain: ["a.example"], publicUrl: "https://b.example" }).publicUrl).toBe("https://b.example");
});

test.each([
  [{ domain: ["desk"] }, "--domain"],
  [{ domain: ["localhost"] }, "--domain"],
  [{ domain: ["203.0.113.7"] }, "--domain"],
  [{ domain: ["https://desk.example"] }, "--domain"],
  [{ domain: ["desk.example", "-x.example"] }, "--domain"],
  [{ domain: ["desk.example"], acmeEmail: "lia" }, "--acme-email"],
  [{ domain: ["desk.example"], acmeDirectory: "http://acme.example/dir" }, "--acme-directory"],
  [{ domain: ["desk.example"], httpPort: "99999" }, "--http-port"],
  [{ domain: ["desk.example"], httpsPort: "" }, "--https-port"],
])("%j is refused in words that name it", (flags: ServeFlags, named) => {
  expect(() => read(flags)).toThrow(BadCommand);
  expect(() => read(flags)).toThrow(named);
});
