import type { Address, ChannelEvent } from "../channel.ts";
import type { Write } from "../../platform/company.ts";
import type { Opening } from "../folder.ts";
import { RareWarning } from "../../platform/rare_warning.ts";
import * as z from "zod/mini";
import { whatsappAddress } from "./addresses.ts";
import { CloudContact, CloudMessage, CloudPreference, CloudStatus } from "./cloud_shapes.ts";
import { NotYet } from "./notices.ts";
import { Messaging } from "./page_shapes.ts";
import { readCloudMessage, readStatus } from "./read_cloud.ts";
import { chatOf, readMessaging } from "./read_page.ts";
import {
  failedPiecesOf,
  isLeaving,
  noteFailure,
  noteNetworkId,
  ownWid,
  sendOf,
  settle,
  unreadUntil,
  wholeOf,
  widOf,
} from "./sends.ts";
import type { GraphKind, PageKind } from "./kinds.ts";
import { secondsOf, type Told } from "./told.ts";

/** A notice as it is kept: one event of one account (`parts.ts` cuts what Meta sends into these). */
export const Kept = z.union([
  z.object({ message: CloudMessage, contact: z.catch(z.optional(CloudContact), undefined) }),
  z.object({ status: CloudStatus }),
  z.object({ preference: CloudPreference }),
  z.object({ messaging: Messaging }),
]);

type Receipt = Extract<ChannelEvent, { what: "receipt" }>;

/** Graph answers within this (ms), or not at all. */
const EXPECTED = 30_000;

/** Reads what Meta told, and hands it out in our shape. */
export class Reading {
  readonly #unreadable: RareWarning;
  /** What was told of messages of ours, until its notices are let go: it would else not be told again after a crash. */
  #told: Pick<Receipt, "wid" | "ack">[] = [];

  constructor(
    readonly opening: Opening,
    readonly kind: GraphKind,
    /** Somebody wrote: their address, and the network's id of the message. */
    readonly onHeard: (chat: Address, networkId: string) => void,
  ) {
    const about = { company: opening.company.id, connection: opening.connectionId };
    this.#unreadable = new RareWarning("What Meta told cannot be read", about);
  }

  /** Within the transaction that lets go of the notice. */
  read(notice: string): void {
    const kept = Kept.safeParse(JSON.parse(notice)).data;
    if (!kept) return this.#unreadable.warn({});
    if ("status" in kept) return this.#readStatus(kept.status);
    if ("preference" in kept) {
      const { wa_id: phone, user_id: userId, value } = kept.preference, chat = whatsappAddress(phone, userId);
      if (chat && value === "stop") this.opening.listeners.onEvent({ what: "noMarketing", chat });
      return;
    }
    if ("messaging" in kept) return this.#readMessaging(kept.messaging);
    const { message, contact } = kept;
    // A number's name, or of those who hide their number the name they chose for themselves.
    const name = contact?.profile?.name || contact?.profile?.username || "";
    this.#tell(readCloudMessage(message, name, (id) => this.#own(id)));
  }

  #tell(told: Told | undefined): void {
    if (!told) return;
    const { listeners } = this.opening;
    if ("event" in told) return listeners.onEvent(told.event);
    listeners.onIncoming(told.message);
    if (!told.message.fromMe) this.onHeard(told.message.chat, told.message.wid);
  }

  /** `biz_opaque_callback_data` is our own id: so a message is known whose sending got no answer. */
  #readStatus(status: z.infer<typeof CloudStatus>): void {
    const wid = this.#widOf(status.id, this.#isOfTryBefore(status) ? undefined : status.biz_opaque_callback_data);
    const event = wid && readStatus(status, wid);
    if (event) this.#receipt(event);
  }

  /** Meta repeats what it says: a failure from before the message left anew is not told of that one. */
  #isOfTryBefore({ status, timestamp, biz_opaque_callback_data: wid }: z.infer<typeof CloudStatus>): boolean {
    if (status !== "failed" || timestamp === undefined || wid === undefined) return false;
    const { company, connectionId } = this.opening, begunAt = sendOf(company.latest, connectionId, wid)?.begunAt ?? 0;
    // Whole seconds.
    return secondsOf(timestamp) + 1000 <= begunAt;
  }

  #readMessaging(event: Messaging): void {
    const { message, delivery, read } = event;
    const chat = chatOf(event, this.kind as PageKind).jid;
    if (delivery) return this.#each(delivery.mids, (id) => this.#expected(id, chat), 2);
    if (read?.mid) return this.#each([read.mid], (id) => this.#expected(id, chat), 3);
    if (read?.watermark) {
      const { company, connectionId } = this.opening;
      return this.#each(unreadUntil(company.latest, connectionId, chat, read.watermark), (wid) => wid, 3);
    }
    if (message?.is_self) return;
    // An echo of what left here, also of one that got no answer; any other was written elsewhere by the company.
    if (message?.is_echo && (this.#widOf(message.mid, message.metadata) ?? this.#expected(message.mid, chat))) return;
    for (const told of readMessaging(event, this.kind as PageKind, (id) => this.#own(id))) {
      this.#tell(told);
    }
  }

  #each(ids: readonly string[], widOf: (id: string) => string | undefined, ack: number): void {
    for (const id of ids) {
      const wid = widOf(id);
      if (wid) this.#receipt({ what: "receipt", wid, ack });
    }
  }

  /** Within the transaction that lets go of what was read. */
  letGo(db: Write): void {
    for (const { wid, ack } of this.#told) settle(db, this.opening.connectionId, wid, ack);
    this.#told = [];
  }

  /** A message has failed with any of its pieces, and has arrived with its last. */
  #receipt(receipt: Receipt): void {
    const { company, connectionId, listeners } = this.opening, { wid, ack } = receipt, whole = wholeOf(wid);
    this.#told.push({ wid, ack });
    if (ack < 0) {
      company.write((db) => noteFailure(db, connectionId, wid));
      return listeners.onEvent(whole ? { ...receipt, wid: whole, isPart: true } : receipt);
    }
    if (!whole && failedPiecesOf(company.latest, connectionId, wid).length === 0) listeners.onEvent(receipt);
  }

  /** Our own id of a message of ours; nothing for one that is not. */
  #widOf(networkId: string, said?: string): string | undefined {
    const { company, connectionId } = this.opening;
    const known = ownWid(company.latest, connectionId, networkId);
    if (known || !said) return known;
    const isOurs = company.write((db) => noteNetworkId(db, connectionId, said, networkId));
    if (!isOurs) return undefined;
    this.#receipt({ what: "receipt", wid: said, ack: 1 });
    return said;
  }

  /** Meta may tell of a message before it has answered its sending: then it is looked at again. */
  #expected(networkId: string, chat: string): string | undefined {
    const known = this.#widOf(networkId), { company, connectionId } = this.opening;
    if (!known && isLeaving(company.latest, connectionId, chat, Date.now() - EXPECTED)) throw new NotYet(1000);
    return known;
  }

  #own(networkId: string): string {
    return widOf(this.opening.company.latest, this.opening.connectionId, networkId);
  }
}
