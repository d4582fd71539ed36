import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let sue: ReturnType<typeof balcao.as>, ana: typeof sue, stranger: typeof sue;
beforeAll(async () => {
  balcao = await aBalcao();
  [sue, ana, stranger] = [balcao.as("super@balcao.test"), balcao.as("ana@aurora.test"), balcao.as(undefined)];
});
afterAll(async () => await balcao.close());

const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (char) => char.charCodeAt(0),
);
const text = (content: string) => new TextEncoder().encode(content);
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" style="fill:red"/></svg>';
const upload = (which: string, bytes: Uint8Array, name: string, type = "") => {
  const body = new FormData();
  body.append("file", new File([bytes as Uint8Array<ArrayBuffer>], name, { type }));
  return sue("POST", `/provider/brand/${which}`, body);
};
const FORM = { name: "Atende+", color: "#7A1FA2", helpLink: "https://ajuda.example/", termsUrl: "", privacyUrl: "" };
const shown = async () => (await stranger("GET", "/brand")).body;
const page = async (path = "/login") => await (await balcao.app.request(path)).text();
const files = () => {
  try {
    return [...Deno.readDirSync(`${balcao.folder}/public`)].map(({ name }) => name);
  } catch {
    return [];
  }
};

test("a stranger's browser learns how the product is named and drawn, and keeps it until it changes", async () => {
  expect(await shown()).toEqual({
    name: "Balcão",
    color: null,
    logo: null,
    icon: null,
    appIcon: null,
    helpLink: null,
    termsUrl: null,
    privacyUrl: null,
    hasMail: false,
    signUp: true,
    revision: 0,
  });
  const ask = async (etag = "") => await balcao.app.request("/api/brand", { headers: { "if-none-match": etag } });
  const first = await ask(), etag = first.headers.get("etag")!;
  expect([(await ask(etag)).status, (await ask(`W/${etag}`)).status]).toEqual([304, 304]);
  const emitted = balcao.listenAs(balcao.norte, "Otto");
  const { body } = await sue("PUT", "/provider/brand", { ...FORM, was: 0 });
  expect(body).toMatchObject({ name: "Atende+", color: "#7a1fa2", helpLink: "https://ajuda.example/", termsUrl: null });
  expect(await shown()).toEqual(body);
  expect((await ask(etag)).status).toBe(200);
  expect(emitted).toEqual([{ name: "brand", payload: { action: "update", record: body } }]);
});

test("the page comes with the name, the colour and the icon already in it, and nothing in a name gets out of it", async () => {
  await sue("PUT", "/provider/brand", { ...FORM, name: "</script><b>$&'x" });
  const html = await page();
  expect(html).toContain("<title>&lt;/script&gt;&lt;b&gt;$&amp;'x</title>");
  const [, json] = /<script type="application\/json" id="brand">(.*?)<\/script>/.exec(html)!;
  expect(JSON.parse(json!)).toEqual(await shown());
  expect(html).toMatch(/<style id="brand-style">:root:root\{--accent:#\w{6};--accent-fill:#7a1fa2;/);
  expect(html).not.toContain("</script><b>");
  expect(html).toContain('href="/favicon.svg"');
  const { body: { icon } } = await upload("icon", PNG, "icone.png");
  expect(await page("/tickets/abc")).toContain(`href="${icon}"`);
  const first = await balcao.app.request("/login"), etag = first.headers.get("etag")!;
  const again = () => balcao.app.request("/login", { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  await sue("PUT", "/provider/brand", { ...FORM, color: "" });
  expect((await again()).status).toBe(200);
  expect(await page()).toContain('<style id="brand-style"></style>');
  const manifest = await balcao.app.request("/manifest.webmanifest");
  expect(manifest.headers.get("content-type")).toBe("application/manifest+json");
  expect(await manifest.json()).toMatchObject({ name: "Atende+", short_name: "Atende+", display: "standalone" });
  await sue("DELETE", "/provider/brand/icon");
});

/** The beginning of a PNG of that size, which is all that is read of it. */
function png(width: number, height: number): Uint8Array {
  const bytes = PNG.slice(), view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

test("an app's icon is the brand's where systems can draw it, else the product's", async () => {
  const icons = async () => {
    const manifest = await (await balcao.app.request("/manifest.webmanifest")).json();
    return manifest.icons.map(({ src, sizes }: Record<string, string>) => [src, sizes]);
  };
  const OURS = ["/icons/192.png", "/icons/512.png", "/icons/maskable-192.png", "/icons/maskable-512.png"];
  const ours = async () => expect((await icons()).map(([src]: string[]) => src)).toEqual(OURS);
  await ours();
  expect(await page()).toContain('<link rel="apple-touch-icon" href="/icons/apple-180.png">');
  const large = (await upload("icon", png(256, 256), "icone.png")).body.icon;
  expect(await icons()).toEqual([[large, "256x256"]]);
  expect(await page()).toContain(`<link rel="apple-touch-icon" href="${large}">`);
  for (const [width, height] of [[256, 200], [96, 96]] as const) {
    await upload("icon", png(width, height), "icone.png");
    await ours();
  }
  const drawn = (await upload("icon", text(SVG), "icone.svg", "image/svg+xml")).body.icon;
  expect(await icons()).toEqual([[drawn, "any"]]);
  await sue("DELETE", "/provider/brand/icon");
});

test("an app's icon of its own is what systems cut their shape out of, on iPhones too, and only a square PNG is one", async () => {
  const manifest = async () => await (await balcao.app.request("/manifest.webmanifest")).json();
  for (
    const refused of [
      await upload("appIcon", png(256, 200), "icone.png"),
      await upload("appIcon", png(191, 191), "icone.png"),
      await upload("appIcon", text(SVG), "icone.svg", "image/svg+xml"),
    ]
  ) expect([refused.status, refused.body.error]).toEqual([415, "ERR_FILE_TYPE"]);
  expect([(await shown()).appIcon, files()]).toEqual([null, []]);
  const { appIcon } = (await upload("appIcon", png(192, 192), "icone.png")).body;
  const alone = { src: appIcon, sizes: "192x192", type: "image/png" };
  expect((await manifest()).icons).toEqual([{ ...alone, purpose: "any" }, { ...alone, purpose: "maskable" }]);
  const { icon } = (await upload("icon", text(SVG), "icone.svg", "image/svg+xml")).body;
  const { icons, shortcuts } = await manifest();
  expect(icons).toEqual([
    { src: icon, sizes: "any", type: "image/svg+xml", purpose: "any" },
    { ...alone, purpose: "maskable" },
  ]);
  expect(shortcuts[0].icons).toEqual([{ src: icon, sizes: "any", type: "image/svg+xml" }]);
  expect(await page()).toContain(`<link rel="apple-touch-icon" href="${appIcon}">`);
  expect((await balcao.app.request("/api/public/brand/appIcon")).status).toBe(200);
  for (const which of ["icon", "appIcon"]) await sue("DELETE", `/provider/brand/${which}`);
  expect((await manifest()).shortcuts[0].icons).toEqual([{
    src: "/icons/192.png",
    sizes: "192x192",
    type: "image/png",
  }]);
});

test("a logo is public, is replaced, and is gone with its file", async () => {
  const { body: { logo } } = await upload("logo", PNG, "logo.png");
  const answer = await balcao.app.request(logo);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  const { body: { logo: drawn } } = await upload("logo", text(SVG), "logo.svg", "image/svg+xml");
  expect((await balcao.app.request(logo)).status).toBe(404);
  for (const path of [drawn, "/api/public/brand/logo"]) {
    const picture = await balcao.app.request(path);
    expect([picture.headers.get("content-type"), await picture.text()], path).toEqual(["image/svg+xml", SVG]);
    expect(picture.headers.get("content-security-policy"), path)
      .toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(picture.headers.get("x-content-type-options"), path).toBe("nosniff");
  }
  expect(files()).toHaveLength(1);
  expect((await sue("DELETE", "/provider/brand/logo")).body.logo).toBeNull();
  expect([(await balcao.app.request(drawn)).status, (await balcao.app.request("/api/public/brand/logo")).status])
    .toEqual([404, 404]);
  expect(files()).toEqual([]);
});

test("what could do more than be seen, or is no picture, or too large is refused, and leaves nothing behind", async () => {
  const evil = SVG.replace("<rect", "<script>alert(1)</script><rect");
  const refused = async (bytes: Uint8Array, name: string, type?: string) =>
    (await upload("logo", bytes, name, type)).body.error;
  expect(await refused(text(evil), "logo.svg", "image/svg+xml")).toBe("ERR_FILE_TYPE");
  expect(await refused(text(evil), "logo.png", "image/png")).toBe("ERR_FILE_TYPE");
  expect(await refused(text(`<?xml version="1.0"?>${evil}`), "logo.svg")).toBe("ERR_FILE_TYPE");
  expect(await refused(text("GIF89a"), "logo.gif", "image/gif")).toBe("ERR_FILE_TYPE");
  expect(await refused(Uint8Array.from([0xff, 0xfe, ...text(SVG)]), "logo.svg")).toBe("ERR_FILE_TYPE");
  const large = new Uint8Array(500_001);
  large.set(PNG);
  expect(await refused(large, "logo.png")).toBe("ERR_FILE_TOO_LARGE");
  expect((await upload("banner", PNG, "x.png")).body).toMatchObject({ fields: { key: "invalid" } });
  expect((await sue("POST", "/provider/brand/logo", {})).body.error).toBe("ERR_INVALID_INPUT");
  expect((await shown()).logo).toBeNull();
  expect([files(), [...Deno.readDirSync(`${balcao.provider.folder}/media`)]]).toEqual([[], []]);
});

test.each([
  [{ name: "" }, "name"],
  [{ name: "A".repeat(31) }, "name"],
  [{ color: "red" }, "color"],
  [{ color: "#12345" }, "color"],
  [{ color: "#123456;}body{" }, "color"],
  [{ helpLink: "http://ajuda.example" }, "helpLink"],
  [{ termsUrl: "javascript:alert(1)" }, "termsUrl"],
  [{ privacyUrl: "https://" }, "privacyUrl"],
])("%j is refused", async (change, field) => {
  const { status, body } = await sue("PUT", "/provider/brand", { ...FORM, ...change });
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

test("two super users in one form: the second learns who was first; a new logo is in nobody's way", async () => {
  const { revision: was } = await shown();
  await upload("logo", PNG, "logo.png");
  expect((await sue("PUT", "/provider/brand", { ...FORM, name: "Um", was })).status).toBe(200);
  const second = await sue("PUT", "/provider/brand", { ...FORM, name: "Dois", was });
  expect(second.body).toMatchObject({
    error: "ERR_CHANGED_MEANWHILE",
    detail: { record: { name: "Um" }, changedBy: { name: "Suporte Balcão" } },
  });
});

test("nobody else changes it", async () => {
  for (const [method, path] of [["PUT", ""], ["POST", "/logo"], ["DELETE", "/logo"]] as const) {
    const body = method === "PUT" ? FORM : undefined;
    expect((await ana(method, `/provider/brand${path}`, body)).body.error, path).toBe("ERR_NO_PERMISSION");
    expect((await balcao.send(undefined, method, `/provider/brand${path}`, body)).status, path).toBe(401);
  }
});

test("passkeys and codes of the second factor are under the product's name", async () => {
  await sue("PUT", "/provider/brand", { ...FORM, name: "Atende Já" });
  const { body } = await ana("POST", "/auth/second-factor/set-up", { currentPassword: "balcao-demo" });
  expect(JSON.stringify(body)).toContain("Atende%20J%C3%A1");
});
