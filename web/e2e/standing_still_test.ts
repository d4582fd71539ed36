import { expect, test } from "vitest";
import { aDesk, seen } from "./desk.ts";
import { hold } from "./hold.ts";

const desk = aDesk();

test("a part of the provider's settings comes once nothing above it can push it away any more", async () => {
  const sue = await desk.logIn("super@balcao.test", { at: "/tickets" });
  const letBrandCome = await hold(sue, "**/api/brand");
  const mail = sue.waitForResponse("**/api/provider/mail");
  await sue.goto("/settings?tab=provider");
  await (await mail).finished();
  await seen(sue.getByRole("heading", { name: "E-mail (SMTP)" }));
  const save = sue.getByRole("button", { name: "Salvar o e-mail" });
  expect(await save.count()).toBe(0);
  await letBrandCome();
  await seen(save);
  await seen(sue.getByRole("button", { name: "Salvar a marca" }));
});
