import { expect, test } from "vitest";
import { aDesk, seen } from "./desk.ts";
import { hold } from "./hold.ts";

const desk = aDesk();

test("a part of the provider's settings that does not come keeps those below it waiting for a moment only", async () => {
  const sue = await desk.logIn("super@balcao.test", { at: "/tickets" });
  const letBrandCome = await hold(sue, "**/api/brand");
  await sue.goto("/settings?tab=provider");
  await seen(sue.getByRole("button", { name: "Salvar o e-mail" }));
  const brand = sue.getByRole("button", { name: "Salvar a marca" });
  expect(await brand.count()).toBe(0);
  await letBrandCome();
  await seen(brand);
});
