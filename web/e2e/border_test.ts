import { expect, test } from "vitest";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { aDesk, ANA, seen } from "./desk.ts";

const desk = aDesk();

test("one message that cannot be drawn is said to be such, and the others are there", async () => {
  const joana = desk.customer("Joana Torta");
  joana.write(AURORA_PHONE, "antes");
  joana.write(AURORA_PHONE, "torta");
  joana.write(AURORA_PHONE, "depois");
  const ana = await desk.logIn(ANA);
  // As an older server, or one that is newer than this page, may send it.
  await ana.route("**/api/messages/*", async (route) => {
    const answer = await route.fetch(), page = await answer.json();
    for (const message of page.messages ?? []) {
      if (message.body === "torta") Object.assign(message, { kind: "contact", cards: null });
    }
    await route.fulfill({ response: answer, json: page });
  });
  await ana.getByRole("button", { name: "Aceitar Conversa: Joana Torta" }).click();
  const thread = ana.getByRole("log", { name: "Mensagens" });
  await seen(thread.getByText("antes"));
  await seen(thread.getByText("Mensagem não suportada"));
  await seen(thread.getByText("depois"));
  expect(await ana.getByText("Esta tela parou de funcionar").count()).toBe(0);
});
