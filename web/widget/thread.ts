import type { WidgetMessage } from "../../src/contract/widget.ts";
import { bubble, type Drawing, unsentBubble } from "./bubble.ts";
import type { Chat, State } from "./chat.ts";
import { el } from "./dom.ts";
import { type Choice, choicesIn, saidBy } from "./text.ts";

interface Drawn {
  /** What it was drawn from. */
  from: string;
  item: HTMLLIElement;
}

/** What was said, drawn anew only where it has changed. */
export class Thread {
  readonly list = el("ol", { class: "thread" });
  readonly region: HTMLElement;
  readonly #older: HTMLButtonElement;
  readonly #drawn = new Map<string, Drawn>();

  constructor(readonly chat: Chat, readonly drawing: Drawing, readonly greeting: string) {
    const { words } = drawing;
    this.#older = el(
      "button",
      { type: "button", class: "link older", onclick: () => void this.#readOlder() },
      words.older,
    );
    this.region = el(
      "div",
      {
        class: "scroll",
        tabindex: "0",
        role: "log",
        "aria-live": "polite",
        "aria-relevant": "additions",
        "aria-label": words.chat,
      },
      this.#older,
      this.list,
    );
  }

  draw(state: State): void {
    const isAtEnd = this.isAtEnd();
    this.#older.hidden = !state.hasMore;
    const items: HTMLLIElement[] = [], used = new Set<string>();
    const add = (key: string, from: string, make: () => HTMLLIElement) => {
      used.add(key);
      const had = this.#drawn.get(key);
      const item = had?.from === from ? had.item : make();
      this.#drawn.set(key, { from, item });
      items.push(item);
    };
    if (this.greeting && !state.hasMore) add("greeting", "", () => this.#greeting());
    this.#addMessages(state, add);
    for (const unsent of state.unsent) {
      const from = JSON.stringify([unsent.failure]);
      add(`unsent ${unsent.localId}`, from, () => unsentBubble(unsent, this.drawing, this.chat.outgoing));
    }
    if (state.isTyping) add("typing", "", () => this.#typing());
    for (const key of this.#drawn.keys()) if (!used.has(key)) this.#drawn.delete(key);
    this.#place(items);
    if (isAtEnd) this.toEnd();
  }

  #addMessages(
    { messages, unsent, serving }: State,
    add: (key: string, from: string, make: () => HTMLLIElement) => void,
  ): void {
    const last = unsent.length === 0 ? messages.at(-1) : undefined;
    const choices = last && !last.own && !last.isDeleted ? choicesIn(last.body) : [];
    let day = "", left = serving;
    const addServing = (before: number) => {
      const { name, at } = left ?? {};
      if (at === undefined || at > before) return;
      left = null;
      add(
        `serving ${at}`,
        name!,
        () => el("li", { class: "day" }, el("span", {}, this.drawing.words.joined.replace("{name}", name!))),
      );
    };
    for (const message of messages) {
      addServing(message.at);
      const its = this.#dayOf(message.at);
      if (its !== day) add(`day ${its}`, "", () => el("li", { class: "day" }, el("span", {}, its)));
      day = its;
      const bare = message === last && choices.length > 0;
      add(String(message.id), fingerprint(message, bare), () => bubble(message, this.drawing, bare));
    }
    addServing(Infinity);
    if (choices.length > 0) add(`choices ${last!.id}`, last!.body, () => this.#choices(choices));
  }

  /** Moves only what is elsewhere: a film that plays, or a caret in a button, stays. */
  #place(items: readonly HTMLLIElement[]): void {
    const wanted = new Set<Element>(items);
    for (const item of [...this.list.children]) if (!wanted.has(item)) item.remove();
    items.forEach((item, nth) => {
      const there = this.list.children[nth];
      if (there !== item) this.list.insertBefore(item, there ?? null);
    });
  }

  #choices(choices: readonly Choice[]): HTMLLIElement {
    const { words } = this.drawing;
    return el(
      "li",
      { class: "answers" },
      el(
        "div",
        { role: "group", "aria-label": words.choose },
        ...choices.map((choice) =>
          el(
            "button",
            { type: "button", onclick: () => this.chat.outgoing.write({ body: saidBy(choice) }) },
            choice.title,
          )
        ),
      ),
    );
  }

  #greeting(): HTMLLIElement {
    return el("li", { class: "message" }, el("div", { class: "bubble" }, el("p", {}, this.greeting)));
  }

  #typing(): HTMLLIElement {
    const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
    return el(
      "li",
      { class: "message" },
      el("div", { class: "bubble" }, dots, el("span", { class: "hidden" }, this.drawing.words.typing)),
    );
  }

  #dayOf(at: number): string {
    const { words, locale } = this.drawing, day = new Date(at), now = new Date();
    const age = Math.round((new Date(now).setHours(0, 0, 0, 0) - day.setHours(0, 0, 0, 0)) / 86_400_000);
    if (age <= 1) return age <= 0 ? words.today : words.yesterday;
    const isOld = now.getFullYear() !== new Date(at).getFullYear();
    return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", ...(isOld && { year: "numeric" }) }).format(
      at,
    );
  }

  async #readOlder(): Promise<void> {
    const { region } = this, height = region.scrollHeight, top = region.scrollTop;
    await this.chat.older();
    region.scrollTop = top + region.scrollHeight - height;
  }

  isAtEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.region;
    return scrollHeight - scrollTop - clientHeight < 80;
  }

  toEnd(): void {
    this.region.scrollTop = this.region.scrollHeight;
  }
}

/** What a bubble shows; the address of a file changes by the hour, and what was fetched stays. */
function fingerprint({ file, ...message }: WidgetMessage, bare: boolean): string {
  return JSON.stringify([message, file && { ...file, url: file.url !== "" }, bare]);
}
