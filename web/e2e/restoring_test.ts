import { expect, test } from "vitest";
import { connectionRows } from "../../src/connections/connections.ts";
import { until } from "../../src/testing/fixtures.ts";
import { aTalk, AURORA_PHONE } from "../../src/testing/road.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, aPicture, BRUNO, gone, NARROW, poll, say, seen } from "./desk.ts";

const desk = aDesk({ backup: true });
const SUPER = "super@balcao.test";

test(
  "a company is looked at as it was, brought back while its people work, and what waited goes out on their word",
  async () => {
    const { road } = desk, { aurora } = road;
    const talk = await aTalk(road);
    await talk.say("bom dia");
    await poll(() => talk.joana.received.length).toBe(1);
    const ana = await desk.logIn(ANA, { at: `/tickets/${talk.ticket.uuid}` });
    await seen(ana.getByRole("log").getByText("bom dia"));
    await talk.joana.sendMedia(AURORA_PHONE, { kind: "image", bytes: await aPicture(ana), mimetype: "image/png" });
    await poll(() => ana.getByRole("log").getByRole("img").count()).toBe(1);
    // What she writes while the line is down waits.
    road.simulator.network.down(true);
    await until(() => connectionRows(aurora.read)[0]!.status !== "CONNECTED");
    await say(ana, "espera a linha");

    const sue = await desk.logIn(SUPER, { at: "/settings?tab=companies" });
    await sue.getByRole("button", { name: "Editar Padaria Aurora" }).click();
    await sue.getByRole("button", { name: "Voltar no tempo" }).click();
    const dialog = sue.getByRole("dialog", { name: "Voltar Padaria Aurora a um momento anterior" });
    await poll(() => dialog.getByRole("button", { name: "O mais recente" }).isVisible()).toBe(true);
    const { look, pass } = inspection(sue);
    await look("choice");
    await dialog.getByRole("button", { name: "O mais recente" }).click();
    await seen(dialog.getByText("espera a linha"));
    await seen(dialog.getByText("Foto"));
    await look("preview");
    pass();

    await say(ana, "mais tarde");
    await seen(ana.getByRole("log").getByText("mais tarde"));
    // What the server has not answered for yet would rightly be sent again, to the company as it is then.
    await poll(() => ana.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("outbox-")))).toEqual(
      [],
    );
    await dialog.getByRole("button", { name: "Voltar a este momento" }).click();
    await sue.getByRole("alertdialog").getByRole("button", { name: "Voltar a este momento" }).click();
    await seen(sue.getByText("1 envio ficou retido"));
    await sue.getByRole("button", { name: "Entendi" }).click();

    // Her screen shows it as it is now, without her doing.
    await gone(ana.getByRole("log").getByText("mais tarde"));
    const banner = ana.getByRole("region", { name: "Envios retidos" });
    await seen(banner.getByText("1 mensagem"));
    const bruno = await desk.logIn(BRUNO);
    await seen(bruno.getByRole("navigation").first());
    expect(await bruno.getByRole("region", { name: "Envios retidos" }).count()).toBe(0);
    await banner.getByRole("button", { name: "Enviar tudo" }).click();
    await ana.getByRole("alertdialog").getByRole("button", { name: "Enviar tudo" }).click();
    await gone(banner);
    road.simulator.network.down(false);
    await poll(() => talk.joana.received.map(({ text }) => text?.split("\n").at(-1))).toEqual([
      "bom dia",
      "espera a linha",
    ]);

    // The later state is still there.
    await sue.getByRole("button", { name: "Voltar no tempo" }).click();
    await dialog.getByRole("button", { name: /Desfazer a volta/ }).click();
    await sue.getByRole("alertdialog").getByRole("button", { name: "Desfazer" }).click();
    await seen(ana.getByRole("log").getByText("mais tarde"));
    await banner.getByRole("button", { name: "Descartar" }).click();
    await ana.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
    await gone(banner);
    expect(talk.joana.received).toHaveLength(2);
  },
);

test("the dialog fits a phone", async () => {
  const sue = await desk.logIn(SUPER, { at: "/settings?tab=companies", viewport: NARROW });
  await sue.getByRole("button", { name: "Editar Oficina Norte" }).click();
  await sue.getByRole("button", { name: "Voltar no tempo" }).click();
  const dialog = sue.getByRole("dialog");
  await poll(() => dialog.getByRole("button", { name: "O mais recente" }).isVisible()).toBe(true);
  const { look, pass } = inspection(sue);
  await look("phone");
  pass();
});
