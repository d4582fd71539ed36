import { milliseconds } from "date-fns/milliseconds";
import { openAsBlob } from "node:fs";
import * as z from "zod/mini";
import type { Outgoing } from "../channel.ts";
import type { Opening } from "../folder.ts";
import { askGraph } from "./client.ts";
import { failureOf, GraphFault, NO_ADDRESS } from "./faults.ts";
import type { Line } from "./line.ts";
import { beginSend, networkIdOf, noteNetworkId, pieceOf, sendOf } from "./sends.ts";
import type { GraphKind, PageKind } from "./kinds.ts";
import { cloudPayloads } from "./write_cloud.ts";
import { reactionTo } from "./write_reaction.ts";
import { type MessagingType, pageKindOf, pagePayload, pageTexts } from "./write_page.ts";

const Uploaded = z.looseObject({ id: z.string() });
const SentByCloud = z.looseObject({ messages: z.array(z.looseObject({ id: z.string() })).check(z.minLength(1)) });
const SentByPage = z.looseObject({ message_id: z.string() });

/** After so long (ms) an answer is one only if a person gives it (Messenger Platform, HUMAN_AGENT). */
const WINDOW = milliseconds({ hours: 24 });

/** One message to Graph, in as many calls as it takes. */
export class Handing {
  constructor(readonly opening: Opening, readonly kind: GraphKind, readonly line: Line) {}

  /** Answers the network's id of the message, of the last one where it takes several. Throws a GraphFault. */
  async hand(message: Outgoing): Promise<string> {
    const { company, connectionId } = this.opening;
    const quoted = message.quoted && networkIdOf(company.latest, connectionId, message.quoted.wid);
    return this.kind === "cloud" ? await this.#byCloud(message, quoted) : await this.#byPage(message, quoted);
  }

  async react(jid: string, target: string, emoji: string): Promise<void> {
    await this.#post(reactionTo(this.kind, jid, target, emoji), z.unknown());
  }

  async #byCloud(message: Outgoing, quoted: string | undefined): Promise<string> {
    const media = message.file && await this.#upload(message.file);
    const payloads = cloudPayloads(message, quoted, media);
    return await this.#inOrder(
      message,
      payloads.map((payload) => async () => (await this.#post(payload, SentByCloud)).messages[0]!.id),
    );
  }

  async #upload({ path, mimetype, name }: NonNullable<Outgoing["file"]>): Promise<string> {
    const form = new FormData();
    form.set("messaging_product", "whatsapp");
    form.set("type", mimetype);
    form.set("file", await openAsBlob(path, { type: mimetype }), name || "file");
    const path_ = `${this.line.account.accountId}/media`;
    return (await asFile(askGraph(this.line.caller(), path_, Uploaded, { method: "POST", form }))).id;
  }

  async #byPage(message: Outgoing, quoted: string | undefined): Promise<string> {
    const at = this.kind as PageKind, about = { jid: message.jid, type: this.#typeFor(message) };
    const steps = pageTexts(message, at).map((text, nth) => async (wid: string) => {
      const payload = pagePayload({ ...about, wid, quoted: nth === 0 ? quoted : undefined }, { text });
      return (await this.#post(payload, SentByPage)).message_id;
    });
    if (message.file) {
      steps.push((wid) => this.#fileByPage(message, pagePayload({ ...about, wid }, {}) as PagePayload));
    }
    return await this.#inOrder(message, steps);
  }

  /** Each piece is written down like a message: where one of several calls fails, whatever tries next goes on with that one. */
  async #inOrder({ wid, jid: chat, file }: Outgoing, steps: ((wid: string) => Promise<string>)[]): Promise<string> {
    const { company, connectionId } = this.opening;
    let id = "";
    for (const [nth, step] of steps.entries()) {
      const piece = pieceOf(wid, nth, steps.length), isLast = piece === wid;
      const had = sendOf(company.latest, connectionId, piece)?.networkId;
      if (had) {
        id = had;
        continue;
      }
      // Only now it leaves: a file, or the piece before, has taken its time.
      if (file || steps.length > 1) {
        company.write((db) => beginSend(db, { connectionId, wid: piece, chat, begunAt: Date.now() }));
      }
      // That it may have left must be known after a power cut too.
      await company.settled();
      id = await step(piece);
      if (!isLast) company.write((db) => void noteNetworkId(db, connectionId, piece, id));
    }
    return id;
  }

  /** To Messenger a file is sent along; Instagram fetches it from us. */
  async #fileByPage(message: Outgoing, payload: PagePayload): Promise<string> {
    const { path, mimetype, name } = message.file!, type = pageKindOf(message);
    if (this.kind === "instagram") {
      const url = this.opening.lend(path, mimetype);
      if (!url) throw new GraphFault(400, NO_ADDRESS);
      const attachment = { type, payload: { url } };
      const answer = this.#post({ ...payload, message: { ...payload.message, attachment } }, SentByPage);
      return (await asFile(answer)).message_id;
    }
    const form = new FormData();
    for (const [key, value] of Object.entries(payload)) {
      form.set(key, typeof value === "string" ? value : JSON.stringify(value));
    }
    const attachment = { type, payload: { is_reusable: false } };
    form.set("message", JSON.stringify({ ...payload.message, attachment }));
    form.set("filedata", await openAsBlob(path, { type: mimetype }), name || "file");
    const answer = askGraph(this.line.caller(), `${this.line.account.accountId}/messages`, SentByPage, {
      method: "POST",
      form,
    });
    return (await asFile(answer)).message_id;
  }

  #typeFor({ heardAt, byPerson }: Outgoing): MessagingType {
    const isLate = heardAt !== undefined && Date.now() - heardAt > WINDOW;
    const mayTag = byPerson && this.line.account.humanAgent;
    return isLate && mayTag ? { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" } : { messaging_type: "RESPONSE" };
  }

  #post<T>(json: object, shape: z.ZodMiniType<T>): Promise<T> {
    const { accountId } = this.line.account;
    return askGraph(this.line.caller(), `${accountId}/messages`, shape, { method: "POST", json });
  }
}

interface PagePayload {
  message: object;
}

/** What is refused of a file is its kind or its size, whatever the code says (Cloud API, "Supported media types"). */
async function asFile<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const isOfFile = error instanceof GraphFault && !error.isPassing && !error.isTooMany && !error.isTokenRefused &&
      failureOf(error.code, error.subcode) === "ERR_META_REFUSED";
    throw isOfFile ? new GraphFault(error.status, REFUSED_FILE) : error;
  }
}

/** Media upload error (Cloud API, error codes). */
const REFUSED_FILE = 131053;
