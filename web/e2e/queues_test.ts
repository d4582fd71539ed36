import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { TreeNode } from "../../src/contract/queue_options.ts";
import { saveTree, treeOf } from "../../src/queues/options.ts";
import { addQueue, changeQueue, listQueues, queueById } from "../../src/queues/queues.ts";
import { emitSaved } from "../../src/queues/save.ts";
import { setSetting } from "../../src/settings/settings.ts";
import { aTicket } from "../../src/testing/fixtures.ts";
import { removeQueue } from "../../src/tickets/remove_queue.ts";
import { ticketTable } from "../../src/tickets/table.ts";
import { userQueueTable } from "../../src/queues/table.ts";
import { userTable } from "../../src/users/table.ts";
import { inspection } from "./axe.ts";
import { aDesk, ANA, BRUNO, CARLA, gone, NARROW, NINA, poll, row, seen } from "./desk.ts";
import { hold } from "./hold.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const option = (page: Page, name: string) => dialog(page).getByRole("row", { name: new RegExp(`^${name}( |$)`) });

const queueIdOf = (name: string) => listQueues(desk.road.aurora.read).find((queue) => queue.name === name)?.id;

/** The stored options of a queue, each as `1.2 Title`. */
function stored(name: string): string[] {
  const id = queueIdOf(name);
  const tree = id === undefined ? [] : treeOf(desk.road.aurora.read, id);
  const numbers = new Map<number | null, string>([[null, ""]]);
  return tree.map((one) => {
    const number = `${numbers.get(one.parentId)}${one.option}`;
    numbers.set(one.id, `${number}.`);
    return `${number} ${one.title}`;
  });
}

const aNode = (title: string, parent: number | null = null): TreeNode => ({ id: null, parent, title, message: "Sim." });

function aQueue(name: string, color: string, options: TreeNode[] = []): number {
  return desk.road.aurora.write((db) => {
    const { id } = addQueue(db, { name, color });
    saveTree(db, id, options);
    return id;
  });
}

function makeAdmin(name: string): void {
  desk.road.aurora.write((db) => db.update(userTable).set({ profile: "admin" }).where(eq(userTable.name, name)).run());
}

async function openQueue(page: Page, name: string): Promise<void> {
  await page.goto("/queues");
  await page.getByRole("button", { name: `Editar ${name}`, exact: true }).click();
  await seen(field(page, "Nome"));
}

async function save(page: Page): Promise<void> {
  await press(page, "Salvar");
  await seen(page.getByText("Fila salva com sucesso."));
  await gone(dialog(page));
}

test("a queue is written by keyboard, with options, an end action and a file, and a colleague sees it appear", async () => {
  makeAdmin("Carla Nogueira");
  const at = "/queues", [ana, carla] = await Promise.all([desk.logIn(ANA, { at }), desk.logIn(CARLA, { at })]);
  await seen(carla.getByRole("row", { name: /Encomendas/ }));
  await ana.getByRole("button", { name: "Adicionar fila" }).press("Enter");
  await field(ana, "Nome").fill("Festas");
  await poll(() => dialog(ana).getByRole("option", { name: /já em uso/ }).first().isDisabled()).toBe(true);
  await field(ana, "Mensagem de saudação").fill("Vamos festejar?");
  for (const title of ["Bolos", "Doces", "Orçamento"]) {
    await dialog(ana).getByRole("button", { name: "Opção", exact: true }).press("Enter");
    // Its field has the focus as soon as its row is drawn; nobody types within the same moment.
    await seen(dialog(ana).locator("[role=row] input:focus"));
    await ana.keyboard.type(title);
    await ana.keyboard.press("Enter");
    await seen(option(ana, `${title === "Bolos" ? 1 : title === "Doces" ? 2 : 3} ${title}`));
  }
  await option(ana, "3 Orçamento").press("Alt+ArrowUp");
  await seen(option(ana, "2 Orçamento"));
  await option(ana, "3 Doces").press("Alt+ArrowUp");
  await option(ana, "2 Doces").press("Alt+ArrowRight");
  await seen(option(ana, "1 Doces"));
  await option(ana, "2 Orçamento").press("Enter");
  await chooseIn(field(ana, "Depois da mensagem"), "Levar a outra fila");
  await chooseIn(field(ana, "Fila"), "Atacado");
  await field(ana, "Mensagem").fill("Um instante, {{firstName}}.");
  await dialog(ana).locator("input[type=file]").setInputFiles({
    name: "tabela.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4 tabela"),
  });
  await seen(dialog(ana).getByText("Alterações não salvas"));
  await press(ana, "Adicionar");
  await seen(ana.getByText("Fila salva com sucesso."));
  await seen(carla.getByRole("row", { name: /Festas.*Vamos festejar\?/ }));
  expect(stored("Festas")).toEqual(["1 Bolos", "1.1 Doces", "2 Orçamento"]);
  expect(treeOf(desk.road.aurora.read, queueIdOf("Festas")!).at(-1)).toMatchObject({
    message: "Um instante, {{firstName}}.",
    action: "queue",
    toQueueId: queueIdOf("Atacado"),
    file: { name: "tabela.pdf" },
  });
});

test("options are dragged, folded and deleted; nothing is kept before it is saved", async () => {
  aQueue("Cestas", "#101010", [aNode("Café"), aNode("Natal"), aNode("Luxo", 1), aNode("Páscoa")]);
  const ana = await desk.logIn(ANA);
  await openQueue(ana, "Cestas");
  const grip = (name: string) => option(ana, name).locator("[data-grip]").first();
  await grip("3 Páscoa").dragTo(option(ana, "1 Café"), { targetPosition: { x: 120, y: 4 } });
  await seen(option(ana, "1 Páscoa"));
  // The focus comes to what was dropped a moment after the drop, and would take the key along.
  const fold = (key: string) => async () => {
    await option(ana, "3 Natal").press(key);
    return await option(ana, "1 Luxo").count();
  };
  await poll(fold("ArrowLeft")).toBe(0);
  await poll(fold("ArrowRight")).toBe(1);
  await dialog(ana).getByRole("button", { name: "Cancelar" }).click();
  await seen(ana.getByText("Descartar alterações?"));
  await ana.getByRole("alertdialog").getByRole("button", { name: "Continuar editando" }).click();
  await option(ana, "2 Café").press("Delete");
  await option(ana, "2 Natal").press("Delete");
  await seen(ana.getByText("A opção abaixo dela vai junto."));
  await ana.getByRole("alertdialog").getByRole("button", { name: "Cancelar" }).click();
  expect(stored("Cestas")).toEqual(["1 Café", "2 Natal", "2.1 Luxo", "3 Páscoa"]);
  await save(ana);
  expect(stored("Cestas")).toEqual(["1 Páscoa", "2 Natal", "2.1 Luxo"]);
  await openQueue(ana, "Cestas");
  await field(ana, "Nome").fill("Cestas finas");
  await ana.keyboard.press("Escape");
  await ana.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await gone(dialog(ana));
  expect(queueIdOf("Cestas finas")).toBeUndefined();
});

/** Saves a queue over the wire, as a colleague's browser would. */
const saveAs = async (name: string, id: number, body: object) => {
  const { status } = await desk.road.as(name)("PUT", `/queue/${id}`, body);
  expect(status).toBe(200);
};
const titled = (id: number) => treeOf(desk.road.aurora.read, id).map(({ title }) => title);

test("two who edit a queue at once: the second sees at once who was before, and chooses whose stays", async () => {
  makeAdmin("Carla Nogueira");
  const id = aQueue("Natal", "#111010", [aNode("Panetone"), aNode("Peru")]);
  const [ana, carla] = await Promise.all([desk.logIn(ANA), desk.logIn(CARLA)]);
  await Promise.all([openQueue(ana, "Natal"), openQueue(carla, "Natal")]);
  const note = dialog(ana).getByRole("alert");
  // Nothing is typed yet: Ana's dialog follows what Carla saves.
  await field(carla, "Mensagem de saudação").fill("Boas festas!");
  await save(carla);
  await poll(() => field(ana, "Mensagem de saudação").inputValue()).toBe("Boas festas!");
  expect(await note.count()).toBe(0);

  await field(ana, "Mensagem fora do horário").fill("Voltamos logo.");
  await option(ana, "2 Peru").press("Enter");
  await field(ana, "Título").fill("Peru assado");
  await openQueue(carla, "Natal");
  await option(carla, "2 Peru").press("Delete");
  await save(carla);
  await seen(note.getByText(/^Carla Nogueira salvou esta fila enquanto você a editava \(\d\d:\d\d\)\.$/));
  await seen(note.getByText("Mudou: Opções do robô."));
  await poll(() => field(ana, "Mensagem fora do horário").inputValue()).toBe("Voltamos logo.");
  await press(ana, "Salvar");
  await poll(() => note.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(titled(id)).toEqual(["Panetone"]);
  await press(ana, "Salvar o meu por cima");
  await seen(ana.getByText("Fila salva com sucesso."));
  expect(titled(id)).toEqual(["Panetone", "Peru assado"]);
  expect(queueById(desk.road.aurora.read, id)).toMatchObject({
    greetingMessage: "Boas festas!",
    outOfHoursMessage: "Voltamos logo.",
  });
});

test("what another saved is taken only after a question, and a save that nobody heard of is refused all the same", async () => {
  makeAdmin("Carla Nogueira");
  const id = aQueue("Inverno", "#121010", [aNode("Sopa")]);
  const ana = await desk.logIn(ANA);
  await openQueue(ana, "Inverno");
  await field(ana, "Nome").fill("Inverno meu");
  desk.road.aurora.write((db) => {
    changeQueue(db, id, { name: "Inverno dela", color: "#121010" });
    saveTree(db, id, [aNode("Caldo")]);
    emitSaved(db, () => {}, id, { userId: 3, now: Date.now() });
  });
  expect(await dialog(ana).getByRole("alert").count()).toBe(0);
  await press(ana, "Salvar");
  await seen(dialog(ana).getByText(/Carla Nogueira salvou esta fila/));
  expect([queueById(desk.road.aurora.read, id).name, ...titled(id)]).toEqual(["Inverno dela", "Caldo"]);
  await press(ana, "Usar como está agora");
  await ana.getByRole("alertdialog").getByRole("button", { name: "Cancelar" }).click();
  await poll(() => field(ana, "Nome").inputValue()).toBe("Inverno meu");
  await press(ana, "Usar como está agora");
  await ana.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await gone(dialog(ana).getByRole("alert"));
  await poll(() => field(ana, "Nome").inputValue()).toBe("Inverno dela");
  await seen(option(ana, "1 Caldo"));
  await field(ana, "Nome").fill("Inverno nosso");
  await save(ana);
  expect([queueById(desk.road.aurora.read, id).name, ...titled(id)]).toEqual(["Inverno nosso", "Caldo"]);
});

test("a queue that is deleted under the hands is made again with what was typed, or left", async () => {
  const id = aQueue("Abril", "#131010", [aNode("Sorvete")]);
  makeAdmin("Carla Nogueira");
  const [ana, idle] = await Promise.all([desk.logIn(ANA), desk.logIn(CARLA)]);
  await Promise.all([openQueue(ana, "Abril"), openQueue(idle, "Abril")]);
  await field(ana, "Nome").fill("Abril novo");
  removeQueue(desk.road.aurora, id);
  await seen(idle.getByText("Esta fila foi excluída."));
  await gone(dialog(idle));
  await seen(dialog(ana).getByText("Esta fila foi excluída enquanto você a editava."));
  await press(ana, "Criar de novo com o que está aqui");
  await seen(ana.getByText("Fila salva com sucesso."));
  expect(stored("Abril novo")).toEqual(["1 Sorvete"]);
});

test("what leads to a queue that is deleted meanwhile says so, and the rest can be saved", async () => {
  const far = aQueue("Balaio", "#191010"), id = aQueue("Atacadinho", "#1a1010");
  desk.road.aurora.write((db) => {
    saveTree(db, id, [{ ...aNode("Ao balaio"), action: "queue", toQueueId: far }]);
  });
  const ana = await desk.logIn(ANA);
  await openQueue(ana, "Atacadinho");
  await field(ana, "Mensagem de saudação").fill("Pois não?");
  await seen(option(ana, "1 Ao balaio").getByText("Fila Balaio"));
  removeQueue(desk.road.aurora, far);
  await seen(option(ana, "1 Ao balaio").getByText("Sem fila"));
  await save(ana);
  expect(treeOf(desk.road.aurora.read, id)).toMatchObject([{ title: "Ao balaio", action: "queue", toQueueId: null }]);
  expect(queueById(desk.road.aurora.read, id).greetingMessage).toBe("Pois não?");
});

test("a file that is refused leaves the options saved once, and the next try goes on from there", async () => {
  const ana = await desk.logIn(ANA, { at: "/queues" });
  await ana.getByRole("button", { name: "Adicionar fila" }).click();
  await field(ana, "Nome").fill("Anexos");
  for (const title of ["Um", "Dois"]) {
    await press(ana, "Opção");
    await field(ana, "Título").fill(title);
  }
  const attach = (name: string) =>
    dialog(ana).locator("input[type=file]").setInputFiles({
      name,
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4"),
    });
  await attach("tabela.pdf");
  let refused = 0;
  await ana.route("**/queue-options/*/file", async (route) => {
    await route.fulfill({ status: 413, json: { error: "ERR_FILE_TOO_LARGE" } });
    refused++;
  });
  await press(ana, "Adicionar");
  await seen(ana.getByText("A fila foi salva, mas tabela.pdf não: O arquivo é grande demais."));
  await seen(dialog(ana).getByRole("heading", { name: "Editar fila" }));
  const before = treeOf(desk.road.aurora.read, queueIdOf("Anexos")!);
  expect(before.map(({ title, file }) => [title, file])).toEqual([["Um", null], ["Dois", null]]);
  await press(ana, "Salvar");
  await poll(() => refused).toBe(2);
  await ana.unroute("**/queue-options/*/file");
  await save(ana);
  const after = treeOf(desk.road.aurora.read, queueIdOf("Anexos")!);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[1]!.file).toMatchObject({ name: "tabela.pdf" });
});

test("another queue is read only when an option leads there, and the preview stays as it was until it is there", async () => {
  const far = aQueue("Longe", "#141010"),
    near = aQueue("Perto", "#151010", [aNode("Ir")]),
    own = aQueue("Aqui", "#161010");
  desk.road.aurora.write((db) => {
    saveTree(db, near, [{ ...aNode("Ir longe"), action: "queue", toQueueId: far }]);
    saveTree(db, far, [{ ...aNode("Voltar"), action: "queue", toQueueId: own }]);
    saveTree(db, own, [aNode("Falar")]);
  });
  makeAdmin("Carla Nogueira");
  const ana = await desk.logIn(ANA), asked: string[] = [];
  ana.on("request", (request) => asked.push(...(/\/queue\/(\d+)$/.exec(request.url())?.slice(1) ?? [])));
  await openQueue(ana, "Aqui");
  const findings = dialog(ana).getByRole("complementary", { name: "Prévia do robô" });
  await seen(findings.getByText("1 Falar", { exact: false }));
  expect(asked).toEqual([String(own)]);
  const letFarCome = await hold(ana, `**/queue/${far}`);
  await option(ana, "1 Falar").press("Enter");
  await chooseIn(field(ana, "Depois da mensagem"), "Levar a outra fila");
  const held = await findings.innerText();
  await chooseIn(field(ana, "Fila"), "Perto");
  // The third is asked for once the second has been drawn.
  await poll(() => asked).toEqual([String(own), String(near), String(far)]);
  expect(await findings.innerText()).toBe(held);
  await letFarCome();
  await seen(findings.getByText(/Aqui → Perto → Longe → Aqui/));
  await saveAs("carla", far, { name: "Longe", color: "#141010", options: [aNode("Ficar")] });
  await gone(findings.getByText(/Aqui → Perto → Longe → Aqui/));
  await seen(findings.getByText("1 Falar", { exact: false }));
});

test("a queue's hours have their tab when each queue has its own", async () => {
  desk.road.aurora.write((db) => setSetting(db, "scheduleType", "queue"));
  const id = aQueue("Noite", "#202020");
  const ana = await desk.logIn(ANA);
  await openQueue(ana, "Noite");
  await dialog(ana).getByRole("tab", { name: "Horários de Atendimento" }).click();
  await dialog(ana).getByRole("button", { name: "Adicionar um horário: Sábado" }).click();
  await field(ana, "Sábado, início").fill("2000");
  await field(ana, "Sábado, fim").fill("02");
  await dialog(ana).getByRole("tab", { name: "Dados da Fila" }).click();
  await press(ana, "Salvar");
  await seen(ana.getByText("Corrija os horários marcados em vermelho."));
  await seen(dialog(ana).locator("[aria-label='Sábado, fim']:focus"));
  await field(ana, "Sábado, fim").fill("0200");
  await save(ana);
  expect(queueById(desk.road.aurora.read, id).schedules).toMatchObject([
    { weekdayEn: "saturday", startTime: "20:00", endTime: "02:00" },
  ]);
  desk.road.aurora.write((db) => setSetting(db, "scheduleType", "disabled"));
});

test("names and colours are one queue's own, and a name too short is marked", async () => {
  const ana = await desk.logIn(ANA, { at: "/queues" });
  await ana.getByRole("button", { name: "Adicionar fila" }).click();
  await field(ana, "Nome").fill("A");
  await press(ana, "Adicionar");
  await seen(dialog(ana).getByText("De 2 a 50 caracteres"));
  await field(ana, "Nome").fill("encomendas");
  await press(ana, "Adicionar");
  await seen(dialog(ana).getByText("Já em uso em outra fila"));
  expect(listQueues(desk.road.aurora.read).some(({ name }) => name === "encomendas")).toBe(false);
});

test("a renamed queue is renamed in everybody's tickets; with tickets in progress it stays, without them it goes", async () => {
  const queueId = aQueue("Padoca", "#303030");
  desk.road.aurora.write((db) => db.insert(userQueueTable).values({ userId: 2, queueId }).run());
  const ticket = desk.road.aurora.write((db) =>
    aTicket(db, { name: "Dona Zuleide", queueId, userId: 2, status: "open" })
  );
  const [ana, bruno] = await Promise.all([desk.logIn(ANA), desk.logIn(BRUNO)]);
  await seen(row(bruno, "Dona Zuleide").getByText("Padoca"));
  await openQueue(ana, "Padoca");
  await field(ana, "Nome").fill("Padaria fina");
  await save(ana);
  await seen(row(bruno, "Dona Zuleide").getByText("Padaria fina"));
  await ana.getByRole("button", { name: "Excluir Padaria fina" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await seen(ana.getByText("Esta fila tem um atendimento em andamento. Resolva ou transfira antes de excluir."));
  desk.road.aurora.write((db) =>
    db.update(ticketTable).set({ status: "closed", closedAt: Date.now() }).where(eq(ticketTable.id, ticket.id)).run()
  );
  await ana.getByRole("button", { name: "Excluir Padaria fina" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await seen(ana.getByText("Fila excluída com sucesso."));
  await gone(ana.getByRole("row", { name: /Padaria fina/ }));
  await poll(() => queueIdOf("Padaria fina")).toBe(undefined);
});

test("the tree is walked by keyboard: Tab leaves it, the focus stays with what moves, and moves are told", async () => {
  aQueue("Atalhos", "#171010", [aNode("Um"), aNode("Dois"), aNode("Três"), aNode("Três e meio", 2)]);
  const ana = await desk.logIn(ANA);
  await openQueue(ana, "Atalhos");
  const focused = () => ana.evaluate(() => document.activeElement?.querySelector("b")?.textContent);
  const tree = dialog(ana).getByRole("treegrid");
  const told = dialog(ana).getByRole("region", { name: "Opções do robô" }).getByRole("status");
  await dialog(ana).getByRole("button", { name: "Opção", exact: true }).press("Tab");
  expect(await focused()).toBe("Um");
  expect(
    await option(ana, "1 Três e meio").evaluate((one) =>
      ["level", "setsize", "posinset"].map((name) => one.getAttribute(`aria-${name}`))
    ),
  ).toEqual(["2", "1", "1"]);
  expect(await option(ana, "2 Dois").getAttribute("aria-setsize")).toBe("3");
  await ana.keyboard.press("ArrowDown");
  await poll(focused).toBe("Dois");
  await ana.keyboard.press("Alt+ArrowUp");
  await poll(() => told.textContent()).toBe("Dois: agora 1 de 3.");
  await poll(focused).toBe("Dois");
  await ana.keyboard.press("Alt+ArrowUp");
  await poll(() => told.textContent()).toBe("Não pode ir para lá.");
  await ana.keyboard.press("Alt+ArrowDown");
  await ana.keyboard.press("Alt+ArrowRight");
  await poll(() => told.textContent()).toBe("Dois: agora 1 de 1, abaixo de Um.");
  await ana.keyboard.press("ArrowLeft");
  await poll(focused).toBe("Um");
  await ana.keyboard.press("ArrowRight");
  // Tab leaves the tree and comes back to where it was.
  await poll(focused).toBe("Dois");
  await ana.keyboard.press("Tab");
  expect(await tree.evaluate((one) => one.contains(document.activeElement))).toBe(false);
  await ana.keyboard.press("Shift+Tab");
  expect(await focused()).toBe("Dois");
  await ana.keyboard.press("Delete");
  await poll(focused).toBe("Três");
  await ana.keyboard.press("Delete");
  await ana.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await poll(focused).toBe("Um");
  await poll(() => told.textContent()).toBe("Três: excluída.");
  await ana.keyboard.press("Delete");
  await poll(() => ana.evaluate(() => document.activeElement?.textContent)).toBe("Opção");
});

test("an option is taken along by keyboard, among its siblings and into other levels, and Escape leaves it where it was", async () => {
  aQueue("Teclas", "#1b1010", [aNode("Café"), aNode("Natal"), aNode("Luxo", 1), aNode("Páscoa")]);
  const ana = await desk.logIn(ANA);
  await openQueue(ana, "Teclas");
  await ana.clock.install();
  const told = dialog(ana).getByRole("region", { name: "Opções do robô" }).getByRole("status");
  const target = () => ana.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  const walkTo = async (place: string, key: string) => {
    await poll(async () => {
      const now = await target();
      if (now !== place) await ana.keyboard.press(key);
      return now;
    }).toBe(place);
  };
  const takeAlong = async (name: string) => {
    // What was dropped has the focus for good a moment after the drop.
    await ana.clock.runFor(200);
    await option(ana, name).press(" ");
    await poll(target).toMatch(/^(Inserir|Soltar)/);
  };
  await takeAlong("3 Páscoa");
  await walkTo("Inserir antes de Luxo", "ArrowUp");
  await ana.keyboard.press("Enter");
  await poll(() => told.textContent()).toBe("Páscoa: agora 1 de 2, abaixo de Natal.");
  await seen(dialog(ana).locator("[data-option]:focus", { hasText: "Páscoa" }));
  await takeAlong("1 Páscoa");
  await walkTo("Soltar em Café", "ArrowUp");
  await ana.keyboard.press("Enter");
  await poll(() => told.textContent()).toBe("Páscoa: agora 1 de 1, abaixo de Café.");
  await ana.clock.runFor(200);
  // The row that it was dropped on does not keep the focus.
  await seen(dialog(ana).locator("[data-option]:focus", { hasText: "Páscoa" }));
  expect(await option(ana, "1 Páscoa").getAttribute("aria-level")).toBe("2");
  // What lies below it is no place for an option.
  await takeAlong("2 Natal");
  const offered = new Set<string | null | undefined>();
  for (let nth = 0; nth < 9; nth++) {
    offered.add(await target());
    await ana.keyboard.press("ArrowDown");
  }
  expect([...offered].filter((place) => /Luxo|em Natal/.test(place ?? ""))).toEqual([]);
  await ana.keyboard.press("Escape");
  await gone(dialog(ana).locator("[data-dragging]"));
  await seen(dialog(ana).locator("[data-option]:focus", { hasText: "Natal" }));
  await save(ana);
  expect(stored("Teclas")).toEqual(["1 Café", "1.1 Páscoa", "2 Natal", "2.1 Luxo"]);
});

test("a row is found by typing its name, and what is typed into its fields stays theirs", async () => {
  aQueue("Letras", "#1c1010", [aNode("Bolos"), aNode("Salgados"), aNode("Pastel de nata")]);
  const ana = await desk.logIn(ANA);
  await openQueue(ana, "Letras");
  const focused = () => ana.evaluate(() => document.activeElement?.querySelector("b")?.textContent);
  await option(ana, "1 Bolos").press("p");
  await poll(focused).toBe("Pastel de nata");
  // The space belongs to the name: nothing is taken along.
  await ana.keyboard.type("astel d");
  expect(await dialog(ana).locator("[data-dragging]").count()).toBe(0);
  expect(await focused()).toBe("Pastel de nata");
  await ana.keyboard.press("Enter");
  await field(ana, "Título").fill("Massas");
  await ana.keyboard.press("Home");
  await ana.keyboard.type("Boas ");
  await ana.keyboard.press("ArrowRight");
  await ana.keyboard.press("ArrowLeft");
  await ana.keyboard.press("Delete");
  await poll(() => field(ana, "Título").inputValue()).toBe("Boas assas");
  await field(ana, "Mensagem").click();
  await ana.keyboard.type(" S ");
  await ana.keyboard.press("ArrowUp");
  await ana.keyboard.press("Insert");
  expect(await field(ana, "Mensagem").evaluate((one) => one === document.activeElement)).toBe(true);
  await ana.keyboard.press("Tab");
  expect(await option(ana, "3 Boas assas").evaluate((one) => one.contains(document.activeElement))).toBe(true);
  // A mouse that marks text in a field does not take the row along.
  const { x, y, height } = (await field(ana, "Título").boundingBox())!;
  await ana.mouse.move(x + 60, y + height / 2);
  await ana.mouse.down();
  await ana.mouse.move(x + 4, y + height / 2, { steps: 4 });
  await ana.mouse.up();
  expect(await dialog(ana).locator("[data-dragging]").count()).toBe(0);
  await ana.keyboard.type("Tortas");
  await poll(() => field(ana, "Título").inputValue()).toMatch(/^Tortas/);
  await ana.keyboard.press("Escape");
  await seen(dialog(ana).locator("[data-option]:focus", { hasText: "Tortas" }));
  await poll(() => dialog(ana).getByRole("row").count()).toBe(3);
});

test("on a phone an option is taken along by a finger that rests on it, and a quick one scrolls", async () => {
  aQueue("Aperto", "#181010", Array.from({ length: 30 }, (_, nth) => aNode(`Opção ${nth + 1}`)));
  const ana = await desk.logIn(ANA, { viewport: NARROW, hasTouch: true, isMobile: true });
  await openQueue(ana, "Aperto");
  // A while after a page has come the browser begins to pretend that it is touched, and rows get as high as fingers want them.
  await poll(async () => (await option(ana, "1 Opção 1").boundingBox())!.height).toBe(40);
  const finger = await aFinger(ana);
  const middleOf = async (name: string) => {
    const { x, y, width, height } = (await option(ana, name).boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  await option(ana, "4 Opção 4").scrollIntoViewIfNeeded();
  const to = await middleOf("3 Opção 3");
  await finger.rest(await middleOf("1 Opção 1"));
  await finger.carry({ x: to.x, y: to.y + 16 });
  await seen(dialog(ana).locator("[data-dragging]"));
  await seen(dialog(ana).locator("[data-drop-target]"));
  await finger.drop();
  await seen(option(ana, "3 Opção 1"));
  await seen(option(ana, "1 Opção 2"));
  // Held at the lower edge, the list goes on under it.
  const edge = await lowerEdge(ana), last = option(ana, "30 Opção 30");
  await finger.rest(await middleOf("1 Opção 2"));
  await poll(async () => {
    await finger.carry({ x: 200, y: edge - 8 });
    const box = await last.boundingBox();
    return box !== null && box.y + box.height < edge;
  }).toBe(true);
  const { x, y, height } = (await last.boundingBox())!;
  await finger.carry({ x: x + 40, y: y + height - 4 });
  await finger.drop();
  await gone(dialog(ana).locator("[data-dragging]"));
  await seen(option(ana, "30 Opção 2"));
  // A finger that goes on at once scrolls.
  const told = dialog(ana).getByRole("region", { name: "Opções do robô" }).getByRole("status");
  const [before, lower] = [await told.textContent(), await scrolled(ana)];
  await finger.swipe({ x: 200, y: 400 }, { x: 200, y: 600 });
  await poll(() => scrolled(ana)).toBeLessThan(lower);
  await gone(dialog(ana).locator("[data-dragging]"));
  await poll(() => told.textContent()).toBe(before);
});

/** How far (px) the options are scrolled up, and where what they scroll in ends. */
const scrolled = (page: Page) => dialog(page).getByRole("treegrid").evaluate((one) => -one.getBoundingClientRect().top);
const lowerEdge = (page: Page) =>
  dialog(page).getByRole("treegrid").evaluate((one) => {
    let pane = one.parentElement!;
    while (getComputedStyle(pane).overflowY !== "auto") pane = pane.parentElement!;
    return pane.getBoundingClientRect().bottom;
  });

interface Point {
  x: number;
  y: number;
}

/** A finger on a phone's glass; what it takes along, the browser hands to us instead of to the system. */
async function aFinger(page: Page) {
  const glass = await page.context().newCDPSession(page);
  await glass.send("Input.setInterceptDrags", { enabled: true });
  await glass.send("Emulation.setEmitTouchEventsForMouse", { enabled: true, configuration: "mobile" });
  let data: object | undefined;
  let at: Point = { x: 0, y: 0 };
  glass.on("Input.dragIntercepted", (event) => data = event.data);
  const drag = (type: "dragEnter" | "dragOver" | "drop") =>
    glass.send("Input.dispatchDragEvent", { type, ...at, data } as never);
  const touch = (type: "mousePressed" | "mouseMoved" | "mouseReleased", point: Point) =>
    glass.send("Input.dispatchMouseEvent", { type, ...point, button: "left", buttons: 1, clickCount: 1 });
  return {
    /** Rests on a point until what is there is taken along. */
    async rest(point: Point) {
      data = undefined;
      // It is answered when the finger is off again, or what it rests on is taken along.
      void touch("mousePressed", point).catch(() => {});
      await poll(() => data !== undefined).toBe(true);
      at = point;
      await drag("dragEnter");
    },
    async carry(point: Point) {
      at = point;
      await drag("dragOver");
    },
    async drop() {
      await drag("drop");
      void touch("mouseReleased", at).catch(() => {});
    },
    async swipe(from: Point, to: Point) {
      const touches = async (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: Point[]) =>
        void await glass.send("Input.dispatchTouchEvent", { type, touchPoints });
      await glass.send("Emulation.setEmitTouchEventsForMouse", { enabled: false });
      await touches("touchStart", from);
      await touches("touchMove", { x: from.x, y: from.y + 40 });
      await touches("touchMove", to);
      await touches("touchEnd");
    },
  };
}

test("plain users have no queues page, and another company's queues are not there", async () => {
  const [bruno, nina] = await Promise.all([desk.logIn(BRUNO), desk.logIn(NINA)]);
  expect(await bruno.getByRole("link", { name: "Filas" }).count()).toBe(0);
  await bruno.goto("/queues");
  await seen(bruno.getByRole("heading", { name: "Página não encontrada" }));
  await nina.goto("/queues");
  await seen(nina.getByRole("row", { name: /Oficina/ }));
  expect(await nina.getByRole("row", { name: /Encomendas/ }).count()).toBe(0);
});

test("five hundred options are opened, moved and saved", async () => {
  const nodes = Array.from(
    { length: 500 },
    (_, nth) => aNode(`Opção ${nth + 1}`, nth % 25 === 0 ? null : nth - nth % 25),
  );
  aQueue("Catálogo", "#404040", nodes);
  const ana = await desk.logIn(ANA);
  await openQueue(ana, "Catálogo");
  expect(await dialog(ana).getByRole("treegrid").getAttribute("aria-rowcount")).toBe("500");
  await option(ana, "1 Opção 1").press("End");
  await seen(dialog(ana).locator("[data-option]:focus", { hasText: "Opção 500" }));
  await ana.keyboard.press("ArrowLeft");
  await seen(dialog(ana).locator("[data-option]:focus", { hasText: "Opção 476" }));
  await ana.keyboard.press("Alt+ArrowUp");
  await seen(option(ana, "19 Opção 476"));
  await press(ana, "Opção");
  await seen(ana.getByText("São no máximo 500 opções, em até 20 níveis."));
  await save(ana);
  expect(stored("Catálogo").filter((line) => line.includes("Opção 476"))).toEqual(["19 Opção 476"]);
});

test("list and dialog read well in both themes and on a phone, where options move by their menu", async () => {
  makeAdmin("Carla Nogueira");
  const id = aQueue("Aparelho", "#505050", [aNode("Um"), aNode("Dois")]);
  for (const viewport of [undefined, NARROW]) {
    const ana = await desk.logIn(ANA, { at: "/queues", ...viewport && { viewport, hasTouch: true } });
    const { look, pass } = inspection(ana);
    await seen(ana.getByRole("button", { name: "Editar Aparelho" }));
    await look("list");
    await openQueue(ana, "Aparelho");
    await look("dialog");
    await option(ana, "2 Dois").hover();
    await press(ana, "Mais sobre Dois");
    await ana.getByRole("menuitem", { name: "Subir" }).click();
    await seen(option(ana, "1 Dois"));
    await option(ana, "1 Dois").press("Enter");
    await look("option");
    pass();
    await saveAs("carla", id, { name: "Aparelho", color: "#505050", greetingMessage: `Para ${viewport?.width}` });
    const note = dialog(ana).getByRole("alert");
    await seen(note);
    await look("saved meanwhile");
    pass();
    await option(ana, "2 Um").scrollIntoViewIfNeeded();
    // However far down one is, it stays before the eyes.
    expect(
      await note.evaluate((one) => {
        const { left, top, width } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + 4));
      }),
    ).toBe(true);
    if (viewport) {
      await press(ana, "Ver a prévia");
      await seen(dialog(ana).getByText("Prévia da conversa"));
      await look("preview");
      pass();
    }
    await ana.context().close();
  }
});
