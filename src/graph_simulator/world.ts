import { Faults } from "./faults.ts";
import { numericIdOf } from "./ids.ts";
import type { Customer, InstagramLine, Line, MediaFile, Message, MetaApp, Token, WhatsAppAccount } from "./model.ts";
import { type Entry, type NoticeOptions, Notices } from "./notices.ts";
import { Watchers } from "./watchers.ts";

/** A call of Graph, as it went. */
export interface Call {
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  host: string;
  /** Behind the version, without a slash in front: "1234/messages". */
  path: string;
  version: string;
  params: Record<string, unknown>;
  app?: string;
  status: number;
  answer: unknown;
}

const MOST_CALLS = 20_000;

/** Everything that the simulator knows: apps, lines, people, and what was said. */
export class World {
  readonly apps: MetaApp[] = [];
  readonly accounts: WhatsAppAccount[] = [];
  readonly lines: Line[] = [];
  readonly customers: Customer[] = [];
  readonly tokens = new Map<string, Token>();
  readonly media = new Map<string, MediaFile>();
  readonly messages: Message[] = [];
  readonly calls: Call[] = [];
  readonly faults = new Faults();
  readonly watchers = new Watchers();
  readonly notices: Notices;
  /** Where the simulator answers; known once it listens. */
  address = "";
  readonly #endings = new Set<() => void>();
  #ahead = 0;

  constructor(options: NoticeOptions) {
    this.notices = new Notices(this.faults.notices, options);
  }

  /** Milliseconds since 1970 on this world's clock, which tests put forward. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** Lets so many milliseconds pass at once. */
  advance(ms: number): void {
    this.#ahead += ms;
  }

  /** Only the latest thousands are kept. */
  note(call: Call): void {
    this.calls.push(call);
    if (this.calls.length > MOST_CALLS) this.calls.splice(0, this.calls.length - MOST_CALLS);
    this.changed();
  }

  changed(): void {
    this.watchers.wake();
  }

  /** Calls when the world stops; returns how to forget that. */
  onStop(work: () => void): () => void {
    this.#endings.add(work);
    return () => this.#endings.delete(work);
  }

  stop(): void {
    this.notices.stop();
    for (const work of this.#endings) work();
  }

  app(id: unknown): MetaApp | undefined {
    return this.apps.find((app) => app.id === id || app.instagramId === id);
  }

  line(id: string): Line | undefined {
    return this.lines.find((line) => line.id === id || (line.channel === "instagram" && line.scopedId === id));
  }

  message(id: unknown): Message | undefined {
    return this.messages.find((message) => message.id === id);
  }

  /** Where a person's id holds: all accounts of a business, one page, or one Instagram account. */
  scopeOf(line: Line): string {
    return line.channel === "whatsapp" ? `business ${line.account.businessId}` : `${line.channel} ${line.id}`;
  }

  /** The id by which the line knows this person; made when they first meet. */
  idAt(line: Line, customer: Customer): string {
    const scope = this.scopeOf(line);
    const known = customer.ids.get(scope);
    if (known) return known;
    const words = [scope, this.customers.indexOf(customer), customer.name, customer.phone].join(" ");
    const id = line.channel === "whatsapp"
      ? `${countryOf(customer)}.${numericIdOf(words, 16)}`
      : numericIdOf(words, 17);
    customer.ids.set(scope, id);
    return id;
  }

  /** Whom a line knows by this id. */
  customerAt(line: Line, id: unknown): Customer | undefined {
    return this.customers.find((customer) => customer.ids.get(this.scopeOf(line)) === id);
  }

  customerByPhone(number: string): Customer | undefined {
    return this.customers.find(({ phone }) => phone !== undefined && likeAtWhatsApp(phone) === likeAtWhatsApp(number));
  }

  talk(line: Line, customer: Customer): Message[] {
    return this.messages.filter((message) => message.line === line && message.customer === customer);
  }

  /** Milliseconds since the person last wrote; undefined when they never did. */
  sinceWritten(line: Line, customer: Customer): number | undefined {
    const last = this.messages.findLast((message) =>
      message.line === line && message.customer === customer && !message.isFromBusiness
    );
    return last && this.now() - last.at;
  }

  /** Tells the apps that follow this line. */
  tell(line: Line, field: string, what: Pick<Entry, "changes" | "messaging">): void {
    const object = line.channel === "whatsapp"
      ? "whatsapp_business_account"
      : line.channel === "messenger"
      ? "page"
      : "instagram";
    const id = line.channel === "whatsapp" ? line.account.id : line.id;
    for (const { app, callback } of this.followersOf(line, field)) {
      if (!app.fields[object]?.includes(field)) continue;
      this.notices.send({
        app,
        callback,
        secret: this.#secretFor(app, line),
        object,
        entry: { id, time: this.now(), ...what },
      });
    }
  }

  #secretFor(app: MetaApp, line: Line): string {
    const isAlone = line.channel === "instagram" && !line.page && !this.faults.signsInstagramByApp;
    return isAlone ? app.instagramSecret : app.secret;
  }

  followersOf(line: Line, field: string): { app: MetaApp; callback: string }[] {
    return this.apps.flatMap((app) => {
      const callback = callbackFor(app, line, field);
      return callback ? [{ app, callback }] : [];
    });
  }
}

function callbackFor(app: MetaApp, line: Line, field: string): string | undefined {
  if (line.channel === "whatsapp") {
    const subscriber = line.account.subscribers.get(app.id);
    return subscriber && (subscriber.callback ?? app.callback);
  }
  if (line.channel === "instagram") return isFollowing(app, line, field) ? app.callback : undefined;
  return line.subscribers.get(app.id)?.includes(field) ? app.callback : undefined;
}

/** An Instagram account behind a page is followed as soon as the page is, by whatever field (Webhooks for Instagram Messaging). */
function isFollowing(app: MetaApp, line: InstagramLine, field: string): boolean {
  return !!line.page?.subscribers.has(app.id) || !!line.subscribers.get(app.id)?.includes(field);
}

function countryOf({ phone = "" }: Customer): string {
  if (phone.startsWith("55")) return "BR";
  if (phone.startsWith("351")) return "PT";
  return phone.startsWith("1") ? "US" : "BR";
}

/** WhatsApp knows Brazilian mobile numbers of some regions without their ninth digit, and takes both forms. */
export function likeAtWhatsApp(number: string): string {
  const brazilian = /^55([3-9]\d)9(\d{8})$/.exec(number);
  return brazilian ? `55${brazilian[1]}${brazilian[2]}` : number;
}
