import { afterEach, beforeEach, expect, test } from "vitest";
import { addQueue, listQueues } from "../queues/queues.ts";
import { aBalcao } from "../testing/fixtures.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeEach(async () => void (balcao = await aBalcao()));
afterEach(async () => await balcao.close());

test("events are published after the transaction commits", () => {
  const { aurora, listenAs } = balcao;
  const emitted = listenAs(aurora, "Ana");
  const answer = aurora.write((db, emit) => {
    emit("contact", { action: "delete", id: 7 });
    expect(emitted).toEqual([]);
    return addQueue(db, { name: "Tortas", color: "#123456" }).name;
  });
  expect(answer).toBe("Tortas");
  expect(emitted).toEqual([{ name: "contact", payload: { action: "delete", id: 7 } }]);
});

test("what is thrown rolls everything back, and nobody hears of it", () => {
  const { aurora, listenAs } = balcao;
  const emitted = listenAs(aurora, "Ana");
  expect(() =>
    aurora.write((db, emit) => {
      addQueue(db, { name: "Tortas", color: "#123456" });
      emit("contact", { action: "delete", id: 7 });
      throw new Error("the oven is out");
    })
  ).toThrow("the oven is out");
  expect(listQueues(aurora.read).map(({ name }) => name)).not.toContain("Tortas");
  expect(emitted).toEqual([]);
  // The door is not left ajar.
  aurora.write((db) => void addQueue(db, { name: "Tortas", color: "#123456" }));
});

test("a writing inside another is a part of it: what it throws undoes that part alone", () => {
  const { aurora, listenAs } = balcao;
  const emitted = listenAs(aurora, "Ana"), done: string[] = [];
  aurora.write((db, emit) => {
    addQueue(db, { name: "Tortas", color: "#123456" });
    emit("contact", { action: "delete", id: 1 });
    aurora.write((db, emit) => {
      addQueue(db, { name: "Bolos", color: "#123457" });
      emit("contact", { action: "delete", id: 2 });
      aurora.afterwards(() => done.push("Bolos"));
    });
    expect(() =>
      aurora.write((db, emit) => {
        addQueue(db, { name: "Pudins", color: "#123458" });
        emit("contact", { action: "delete", id: 3 });
        aurora.afterwards(() => done.push("Pudins"));
        throw new Error("no eggs");
      })
    ).toThrow("no eggs");
    expect({ emitted, done }).toEqual({ emitted: [], done: [] });
  });
  expect(listQueues(aurora.read).map(({ name }) => name)).toEqual(expect.arrayContaining(["Tortas", "Bolos"]));
  expect(listQueues(aurora.read).map(({ name }) => name)).not.toContain("Pudins");
  expect(emitted.map(({ payload }) => payload)).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(done).toEqual(["Bolos"]);
});

test("what is left for afterwards is not done when nothing was stored", () => {
  const { aurora } = balcao;
  const done: string[] = [];
  expect(() =>
    aurora.write(() => {
      aurora.afterwards(() => done.push("never"));
      throw new Error("the oven is out");
    })
  ).toThrow();
  aurora.write(() => {});
  expect(done).toEqual([]);
  aurora.afterwards(() => done.push("now"));
  expect(done).toEqual(["now"]);
});

test("one company's screens hear nothing of another company", () => {
  const { aurora, norte, listenAs } = balcao;
  const nina = listenAs(norte, "Nina");
  aurora.write((_, emit) => emit("contact", { action: "delete", id: 7 }));
  expect(nina).toEqual([]);
});

test("a writing that waits for something does not compile", () => {
  const { aurora } = balcao;
  // @ts-expect-error -- the transaction would be over before the promise is
  aurora.write(async () => await Promise.resolve(1));
  // @ts-expect-error -- likewise
  aurora.write(() => Promise.resolve());
});

test("a screen that breaks keeps no other from hearing", () => {
  const { aurora, listenAs } = balcao;
  const person = { id: 1, profile: "admin", super: false, queueIds: [] } as const;
  aurora.hub.join({
    person: { ...person, queueIds: [] },
    sessionId: "x",
    send: () => {
      throw new Error("broken pipe");
    },
    close: () => {},
  });
  const emitted = listenAs(aurora, "Bruno");
  aurora.write((_, emit) => emit("contact", { action: "delete", id: 7 }));
  expect(emitted).toHaveLength(1);
});
