import type { Faults } from "./faults.ts";
import { newMid } from "./ids.ts";
import { tellEcho } from "./messaging/incoming.ts";
import type {
  InstagramLine,
  Line,
  MessengerLine,
  MetaApp,
  Template,
  Token,
  WhatsAppAccount,
  WhatsAppLine,
} from "./model.ts";
import type { Entry, Posted } from "./notices.ts";
import { addCustomer, Person, type PersonOptions } from "./person.ts";
import {
  addApp,
  addInstagram,
  addNumber,
  addPage,
  addWhatsAppAccount,
  type NewAccount,
  type NewInstagram,
  type NewNumber,
  tokenFor,
} from "./setup.ts";
import { confirmCallback } from "./subscriptions.ts";
import { issueToken } from "./tokens.ts";
import { addTemplate, judgeTemplate } from "./whatsapp/templates.ts";
import type { Call, World } from "./world.ts";

/** What is done at Meta's own pages: apps, lines, tokens, templates; and what was asked and told so far. */
export class Meta {
  readonly people: Person[] = [];

  constructor(readonly world: World) {}

  /** Stands for graph.facebook.com and for graph.instagram.com, without a slash at the end. */
  get address(): string {
    return this.world.address;
  }

  get apps(): MetaApp[] {
    return this.world.apps;
  }

  get lines(): Line[] {
    return this.world.lines;
  }

  /** All calls of Graph so far; tokens and secrets are left out. */
  get calls(): Call[] {
    return this.world.calls;
  }

  /** All calls of callbacks so far. */
  get posted(): Posted[] {
    return this.world.notices.posted;
  }

  /** What goes wrong on purpose. */
  get faults(): Faults {
    return this.world.faults;
  }

  /** Registers an app at Meta; it wants to hear of everything, as soon as it has a callback. */
  addApp(options: Partial<MetaApp> = {}): MetaApp {
    return addApp(this.world, options);
  }

  /** Types the callback into the app's settings: Meta asks it first. Rejects when it does not consent. */
  async setCallback(app: MetaApp, callback: string): Promise<void> {
    await confirmCallback(callback, app.verifyToken);
    app.callback = callback;
  }

  addWhatsAppAccount(wanted: NewAccount = {}): WhatsAppAccount {
    return addWhatsAppAccount(this.world, wanted);
  }

  /** A number of a WhatsApp Business account, of a new one unless one is named. */
  addNumber(wanted: NewNumber): WhatsAppLine {
    return addNumber(this.world, wanted);
  }

  addPage(wanted: { name?: string; id?: string } = {}): MessengerLine {
    return addPage(this.world, wanted);
  }

  /** An Instagram account, behind a page or on its own. */
  addInstagram(wanted: NewInstagram): InstagramLine {
    return addInstagram(this.world, wanted);
  }

  tokenFor(app: MetaApp, line: Line, as?: string): Token {
    return tokenFor(this.world, app, line, as);
  }

  /** A token that can be limited or made short. */
  issueToken(token: Parameters<typeof issueToken>[1]): Token {
    return issueToken(this.world, token);
  }

  /** The owner withdraws a token: calls with it are refused with 190. */
  revokeToken(value: string): void {
    const token = this.world.tokens.get(value);
    if (!token) throw new Error("There is no such token");
    token.isRevoked = true;
  }

  person(options: PersonOptions): Person {
    const person = new Person(this.world, addCustomer(this.world, options));
    this.people.push(person);
    return person;
  }

  /** A template that is there already, approved unless it says otherwise. */
  addTemplate(
    account: WhatsAppAccount,
    { name, text, ...rest }: { name: string; text: string } & Partial<Template>,
  ): Template {
    return addTemplate(this.world, account, {
      name,
      language: "pt_BR",
      category: "UTILITY",
      status: "APPROVED",
      parameterFormat: "POSITIONAL",
      components: [{ type: "BODY", text }],
      ...rest,
    });
  }

  /** Meta has looked at a template, or has changed its mind. */
  judgeTemplate(account: WhatsAppAccount, name: string, status: Template["status"], reason?: string): void {
    const found = account.templates.filter((each) => each.name === name);
    if (found.length === 0) throw new Error(`There is no template ${name}`);
    for (const each of found) judgeTemplate(this.world, account, each, { status, reason });
  }

  /** The company writes by hand, in Meta's own inbox: apps hear of it as an echo. */
  writesByHand(line: MessengerLine | InstagramLine, person: Person, text: string): string {
    const id = newMid(line.channel);
    this.world.messages.push({
      id,
      kind: "text",
      text,
      line,
      customer: person.customer,
      isFromBusiness: true,
      at: this.world.now(),
      status: "delivered",
      edits: [],
      isDeleted: false,
      reactions: {},
    });
    tellEcho(this.world, this.world.message(id)!);
    this.world.changed();
    return id;
  }

  /** Posts a notice that comes from nothing here: of a number that nobody has, or of another app's account. */
  postNotice(app: MetaApp, object: string, entry: Omit<Entry, "time">): void {
    if (!app.callback) throw new Error("The app has no callback");
    const whole = { ...entry, time: this.world.now() };
    this.world.notices.send({ app, callback: app.callback, secret: app.secret, object, entry: whole });
  }

  /** Until every notice has come or was given up. */
  async settled(timeoutMs?: number): Promise<void> {
    // What was said just now is on its way after a turn.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await this.world.notices.settled(timeoutMs);
  }

  /** Lets so many milliseconds pass at once: windows close, tokens and addresses end. */
  advance(ms: number): void {
    this.world.advance(ms);
  }
}
