import { afterAll, beforeAll, expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let sue: ReturnType<typeof balcao.as>, bruno: typeof sue, otto: typeof sue;
beforeAll(async () => {
  balcao = await aBalcao();
  sue = balcao.as("super@balcao.test");
  bruno = balcao.as("bruno@aurora.test");
  otto = balcao.as("otto@norte.test");
});
afterAll(async () => await balcao.close());

const NEWS = { title: "Manutenção", text: "Domingo, das 2h às 3h.\nNada se perde.", priority: 1, status: true };
const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (char) => char.charCodeAt(0),
);
const form = (bytes: Uint8Array, name: string, field = "file") => {
  const body = new FormData();
  body.append(field, new File([bytes as Uint8Array<ArrayBuffer>], name));
  return body;
};
const listed = async (who: typeof sue, query = "") => (await who("GET", `/announcements/?pageNumber=1${query}`)).body;
const titles = async (who: typeof sue, query = "") =>
  (await listed(who, query)).records.map(({ title }: { title: string }) => title);

test("what the super user publishes is with everybody at once; each reads it for themselves", async () => {
  const aurora = balcao.listenAs(balcao.aurora, "Bruno"), norte = balcao.listenAs(balcao.norte, "Otto");
  const { body: news } = await sue("POST", "/announcements", NEWS);
  expect(news).toMatchObject({ ...NEWS, mediaPath: null, mediaName: null, isRead: true, revision: 0 });
  const { isRead: _, ...published } = news;
  for (const emitted of [aurora, norte]) {
    expect(emitted).toEqual([{ name: "announcement", payload: { action: "create", record: published } }]);
  }
  expect((await listed(bruno)).records).toEqual([{ ...news, isRead: false }]);
  expect((await bruno("POST", "/announcements/read", { ids: [news.id, 999] })).body).toEqual({});
  expect((await bruno("POST", "/announcements/read", { ids: [news.id] })).body).toEqual({});
  expect([(await listed(bruno)).records[0].isRead, (await listed(otto)).records[0].isRead])
    .toEqual([true, false]);
  expect(aurora.filter(({ name }) => name === "announcementRead")).toHaveLength(2);
  expect(norte.filter(({ name }) => name === "announcementRead")).toEqual([]);
  expect((await bruno("GET", `/announcements/${news.id}`)).body).toEqual({ ...news, isRead: true });
  await sue("DELETE", `/announcements/${news.id}`);
  expect((await bruno("GET", `/announcements/${news.id}`)).body.error).toBe("ERR_NO_ANNOUNCEMENT_FOUND");
});

test("what is not active only the super user sees; made inactive it is gone from everybody's screen", async () => {
  const { body: draft } = await sue("POST", "/announcements", { ...NEWS, title: "Rascunho", status: "false" });
  expect([await titles(sue), await titles(bruno)]).toEqual([["Rascunho"], []]);
  expect((await bruno("GET", `/announcements/${draft.id}`)).status).toBe(404);
  await bruno("POST", "/announcements/read", { ids: [draft.id] });
  const emitted = balcao.listenAs(balcao.aurora, "Bruno");
  await sue("PUT", `/announcements/${draft.id}`, { ...NEWS, title: "Pronto", was: 0 });
  expect((await listed(bruno)).records).toMatchObject([{ title: "Pronto", isRead: false }]);
  await sue("PUT", `/announcements/${draft.id}`, { ...NEWS, status: false });
  expect(await titles(bruno)).toEqual([]);
  expect(emitted.map(({ payload }) => (payload as { action: string }).action)).toEqual(["update", "delete"]);
  await sue("DELETE", `/announcements/${draft.id}`);
});

test("they are found by their words, the newest first, twenty at a time", async () => {
  const ids = [];
  for (let nth = 1; nth <= 21; nth++) {
    ids.push((await sue("POST", "/announcements", { ...NEWS, title: `Aviso ${nth}` })).body.id);
  }
  const first = await listed(bruno);
  expect([first.records.length, first.hasMore, first.records[0].title]).toEqual([20, true, "Aviso 21"]);
  expect((await bruno("GET", "/announcements?pageNumber=2")).body).toMatchObject({
    records: [{ title: "Aviso 1" }],
    hasMore: false,
  });
  expect(await titles(bruno, "&searchParam=AVISO 7")).toEqual(["Aviso 7"]);
  expect(await titles(bruno, "&searchParam=manutençao")).toEqual([]);
  for (const id of ids) await sue("DELETE", `/announcements/${id}`);
});

test("its picture is public, is replaced, and goes with it", async () => {
  const { body: news } = await sue("POST", "/announcements", NEWS);
  const upload = (bytes: Uint8Array, name: string, field?: string) =>
    sue("POST", `/announcements/${news.id}/media-upload`, form(bytes, name, field));
  const { body: shown } = await upload(PNG, "promoção.png");
  expect(shown).toMatchObject({ mediaName: "promoção.png", revision: 1 });
  const picture = async (path: string) => await balcao.app.request(path);
  const answer = await picture(shown.mediaPath);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PNG);
  const { body: other } = await upload(PNG, "outra.png");
  expect((await picture(shown.mediaPath)).status).toBe(404);
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect((await upload(svg, "logo.png")).body.error).toBe("ERR_FILE_TYPE");
  const large = new Uint8Array(5_000_001);
  large.set(PNG);
  expect((await upload(large, "grande.png")).body.error).toBe("ERR_FILE_TOO_LARGE");
  expect((await upload(PNG, "x.png", "arquivo")).status).toBe(400);
  expect((await sue("POST", "/announcements/999/media-upload", form(PNG, "x.png"))).status).toBe(404);
  expect((await sue("POST", `/announcements/${news.id}/media-upload`, {})).body.error).toBe("ERR_INVALID_INPUT");
  expect((await sue("GET", `/announcements/${news.id}`)).body.mediaPath).toBe(other.mediaPath);
  const { body: bare } = await sue("DELETE", `/announcements/${news.id}/media-upload`);
  expect([bare.mediaPath, (await picture(other.mediaPath)).status]).toEqual([null, 404]);
  const { body: last } = await upload(PNG, "última.png");
  await sue("DELETE", `/announcements/${news.id}`);
  expect((await picture(last.mediaPath)).status).toBe(404);
  expect([...Deno.readDirSync(`${balcao.folder}/public`)]).toEqual([]);
  // Nothing that was refused stays in anybody's folder.
  expect([...Deno.readDirSync(`${balcao.provider.folder}/media`)]).toEqual([]);
});

test("nobody else writes, and a stranger reads nothing but pictures", async () => {
  const { body: news } = await sue("POST", "/announcements", NEWS), ana = balcao.as("ana@aurora.test");
  const writing = [
    ["POST", "/announcements"],
    ["PUT", `/announcements/${news.id}`],
    ["DELETE", `/announcements/${news.id}`],
    ["POST", `/announcements/${news.id}/media-upload`],
    ["DELETE", `/announcements/${news.id}/media-upload`],
  ] as const;
  for (const [method, path] of writing) {
    expect(await ana(method, path, NEWS), path).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
    expect((await balcao.send(undefined, method, path, NEWS)).status, path).toBe(401);
  }
  for (const path of ["/announcements", `/announcements/${news.id}`]) {
    expect((await balcao.send(undefined, "GET", path)).status).toBe(401);
  }
  for (const name of ["../provider.db", "..%2fprovider.db", crypto.randomUUID()]) {
    expect((await balcao.app.request(`/api/public/${name}`)).status).toBe(404);
  }
  await sue("DELETE", `/announcements/${news.id}`);
});

test.each([
  [{ title: "" }, "title"],
  [{ title: "A".repeat(101) }, "title"],
  [{ text: "  " }, "text"],
  [{ text: "A".repeat(5001) }, "text"],
  [{ priority: 4 }, "priority"],
  [{ priority: 0 }, "priority"],
  [{ priority: "alta" }, "priority"],
  [{ status: "talvez" }, "status"],
])("%j is refused", async (change, field) => {
  const { status, body } = await sue("POST", "/announcements", { ...NEWS, ...change });
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

test("two super users in one text: the second learns who was first", async () => {
  const { body: news } = await sue("POST", "/announcements", NEWS);
  await sue("PUT", `/announcements/${news.id}`, { ...NEWS, title: "Um", was: 0 });
  const second = await sue("PUT", `/announcements/${news.id}`, { ...NEWS, title: "Dois", was: 0 });
  expect([second.status, second.body.error]).toEqual([409, "ERR_CHANGED_MEANWHILE"]);
  expect(second.body.detail).toMatchObject({ record: { title: "Um" }, changedBy: { name: "Suporte Balcão" } });
});
