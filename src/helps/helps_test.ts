import { afterAll, beforeAll, expect, test } from "vitest";
import { videoCode } from "../shared/video.ts";
import { aBalcao } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let sue: ReturnType<typeof balcao.as>, bruno: typeof sue;
beforeAll(async () => {
  balcao = await aBalcao();
  sue = balcao.as("super@balcao.test");
  bruno = balcao.as("bruno@aurora.test");
});
afterAll(async () => await balcao.close());

const START = { title: "Primeiros passos", description: "Ligue o seu número.\nDepois crie filas.", video: "" };

test("what the super user writes is read by everybody at once, in every company", async () => {
  const aurora = balcao.listenAs(balcao.aurora, "Bruno"), norte = balcao.listenAs(balcao.norte, "Otto");
  const { body: help } = await sue("POST", "/helps", { ...START, video: "https://youtu.be/dQw4w9WgXcQ?t=3" });
  expect(help).toEqual({ ...START, id: help.id, video: "dQw4w9WgXcQ", revision: 0 });
  const change = await sue("PUT", `/helps/${help.id}`, { ...START, title: "Comece aqui", was: 0 });
  expect(change.body).toEqual({ ...help, title: "Comece aqui", video: "", revision: 1 });
  expect((await bruno("GET", "/helps/list")).body).toEqual([change.body]);
  expect((await bruno("GET", "/helps?searchParam=NUMERO&pageNumber=1")).body).toEqual({
    helps: [change.body],
    hasMore: false,
  });
  expect((await bruno("GET", "/helps?searchParam=nada")).body.helps).toEqual([]);
  expect((await sue("DELETE", `/helps/${help.id}`)).body).toEqual({});
  expect((await sue("DELETE", `/helps/${help.id}`)).body.error).toBe("ERR_NO_HELP_FOUND");
  const actions = ["create", "update", "delete"];
  for (const emitted of [aurora, norte]) {
    expect(emitted.map(({ name, payload }) => `${name} ${(payload as { action: string }).action}`)).toEqual(
      actions.map((action) => `help ${action}`),
    );
  }
});

test("nobody else writes, and a stranger reads nothing", async () => {
  const { body: help } = await sue("POST", "/helps", START);
  const ana = balcao.as("ana@aurora.test");
  for (const [method, path] of [["POST", "/helps"], ["PUT", `/helps/${help.id}`], ["DELETE", `/helps/${help.id}`]]) {
    expect(await ana(method!, path!, START)).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  }
  expect((await balcao.send(undefined, "GET", "/helps/list")).status).toBe(401);
  expect((await bruno("GET", "/helps/list")).body).toEqual([help]);
});

test("two super users in one text: the second learns who was first", async () => {
  const { body: help } = await sue("POST", "/helps", START);
  const first = await sue("PUT", `/helps/${help.id}`, { ...START, title: "Um", was: 0 });
  const second = await sue("PUT", `/helps/${help.id}`, { ...START, title: "Dois", was: 0 });
  expect([second.status, second.body.error]).toEqual([409, "ERR_CHANGED_MEANWHILE"]);
  expect(second.body.detail).toMatchObject({ record: first.body, changedBy: { name: "Suporte Balcão" } });
});

test.each([
  [{ title: "A" }, "title"],
  [{ title: "A".repeat(101) }, "title"],
  [{ description: "A".repeat(5001) }, "description"],
  [{ video: "https://example.com/watch?v=dQw4w9WgXcQ" }, "video"],
  [{ video: "javascript:alert(1)//youtube.com/embed/dQw4w9WgXcQ" }, "video"],
  [{ video: `"><script>` }, "video"],
])("%j is refused", async (form, field) => {
  const { status, body } = await sue("POST", "/helps", { ...START, ...form });
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

test.each([
  ["dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s", "dQw4w9WgXcQ"],
  ["youtube.com/shorts/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://m.youtube.com/embed/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  [" https://youtu.be/dQw4w9WgXcQ?si=x ", "dQw4w9WgXcQ"],
  ["https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ", undefined],
  ["https://youtube.com/watch?v=curto", undefined],
  ["", undefined],
])("the film of %j is %j", (typed, code) => expect(videoCode(typed)).toBe(code));
