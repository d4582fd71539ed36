import { test } from "vitest";
import { aDesk, ANA, seen } from "./desk.ts";
const desk = aDesk();
test("zone", async () => {
  const ana = await desk.logIn(ANA);
  ana.on("console", (m) => console.log("CONSOLE", m.text().slice(0, 900)));
  await ana.addInitScript(() => {
    addEventListener("scroll", (e) => {
      const t = e.target as HTMLElement;
      console.log(performance.now() + " SCROLL " + (t.className ?? t.nodeName) + " " + t.scrollTop);
    }, true);
    for (const n of ["click", "focusin", "focusout", "pointerdown", "mousemove"]) {
      addEventListener(
        n,
        (e) => console.log(performance.now() + " " + n + " " + (e.target as HTMLElement).tagName + e.isTrusted),
        true,
      );
    }
    new MutationObserver(() => {
      const o = document.querySelectorAll("[role=option]").length;
      if (o) {
        console.log(
          performance.now() + " OPTIONS " + o + " " +
            document.querySelector("[data-covers]")?.getBoundingClientRect().top,
        );
      }
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await ana.goto("/settings?tab=options");
  const zone = ana.getByRole("combobox", { name: "Fuso horário" });
  await seen(zone);
  await zone.fill("manaus");
  await seen(ana.getByRole("option", { name: /^Manaus/ }));
  await zone.blur();
  console.log("HOVER");
  await zone.hover();
  console.log("CLICK");
  await zone.click();
  await ana.waitForTimeout(1500);
  await ana.screenshot({ path: "/tmp/controls-shots/zone.png" });
  console.log(await ana.getByRole("option").allInnerTexts().then((x) => x.slice(0, 4)));
  throw new Error("x");
});
