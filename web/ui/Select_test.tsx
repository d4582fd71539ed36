// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { Select } from "./Select.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
vi.mock("./part.ts", () => ({
  part: () => () => {
    throw new Promise(() => {});
  },
}));

test("while its list is on its way a choice shows all that it shows later, so that nothing below it moves", async () => {
  document.body.innerHTML = "<main></main>";
  const page = document.querySelector("main")!;
  const options = [{ value: "1", label: "Sim" }, { value: "0", label: "Não" }];
  await act(() =>
    createRoot(page).render(
      <Select label="Avaliações" hint="Para clientes." options={options} value="0" onText={vi.fn()} />,
    )
  );
  expect([...page.querySelectorAll("label, span")].map(({ textContent }) => textContent))
    .toEqual(["Avaliações", "Não", "Para clientes."]);
});
