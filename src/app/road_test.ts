import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, AURORA_PHONE, type Road } from "../testing/road.ts";

let road: Road;
beforeAll(async () => void (road = await aRoad()));
afterAll(async () => await road.stop());

async function someone(email: string) {
  const post = { method: "POST", headers: { "content-type": "application/json" } };
  const login = await fetch(`${road.server.address}/api/auth/login`, {
    ...post,
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { token } = await login.json();
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${road.server.address}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !(body instanceof FormData) ? { "content-type": "application/json" } : {}),
      },
      body: body instanceof FormData ? body : body === undefined ? undefined : JSON.stringify(body),
    });
    return await answer.json();
  };
}

test("a customer writes, an attendant accepts, answers and sees the ticks turn blue", async () => {
  const ana = await someone("ana@aurora.test"), nina = await someone("nina@norte.test");
  const joana = road.simulator.network.addPhone({ name: "Joana", number: "5511988887777" });
  joana.write(AURORA_PHONE, "Vocês fazem torta salgada?");
  const ticket = await until(async () => (await ana("GET", "/tickets?status=pending&showAll=true")).tickets[0]);
  expect(ticket).toMatchObject({
    lastMessage: "Vocês fazem torta salgada?",
    unreadMessages: 1,
    contact: { name: "Joana" },
  });

  await ana("PUT", `/tickets/${ticket.id}`, { status: "open", userId: 1 });
  const [answer] = await ana("POST", `/messages/${ticket.id}`, { body: "*Ana:*\nFazemos sim!" });
  expect(answer).toMatchObject({ fromMe: true, ack: 0 });
  const arrived = await joana.waitFor((message) => message.text?.includes("Fazemos sim!") ?? false);
  expect(arrived.duplicates).toBe(0);
  joana.read(AURORA_PHONE);
  const thread = () => ana("GET", `/messages/${ticket.id}`);
  await until(async () => (await thread()).messages.at(-1).ack === 3);

  expect((await nina("GET", "/tickets?showAll=true")).tickets).toEqual([]);
  expect((await nina("GET", `/messages/${ticket.id}`)).error).toBe("ERR_NO_TICKET_FOUND");
});

test("a picture comes in, a file goes out, and both arrive whole", async () => {
  const ana = await someone("ana@aurora.test");
  const paulo = road.simulator.network.addPhone({ name: "Paulo", number: "5511977776666" });
  const picture = Uint8Array.from(atob(PNG), (char) => char.charCodeAt(0));
  await paulo.sendMedia(AURORA_PHONE, {
    kind: "image",
    bytes: picture,
    mimetype: "image/png",
    caption: "Queria um assim",
  });
  const ticket = await until(async () =>
    (await ana("GET", "/tickets?status=pending&showAll=true")).tickets.find((each: { contact: { name: string } }) =>
      each.contact.name === "Paulo"
    )
  );
  const message = await until(async () =>
    (await ana("GET", `/messages/${ticket.id}`)).messages.find((each: { media?: { state: string } }) =>
      each.media?.state === "ready"
    )
  );
  expect(message).toMatchObject({ kind: "image", body: "Queria um assim", media: { size: picture.length } });

  await ana("PUT", `/tickets/${ticket.id}`, { status: "open", userId: 1 });
  const form = new FormData();
  form.append("body", "O cardápio");
  form.append("medias", new File(["%PDF-1.4 cardápio"], "../../cardapio.pdf", { type: "application/pdf" }));
  const [sent] = await ana("POST", `/messages/${ticket.id}`, form);
  expect(sent).toMatchObject({ kind: "document", media: { name: "cardapio.pdf" } });
  const got = await paulo.waitFor((each) => each.media?.kind === "document");
  expect(got.media).toMatchObject({ fileName: "cardapio.pdf", size: 18 });
});

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
