import type { BinaryNode, proto } from "@whiskeysockets/baileys";
import type { ChatMessage, Chats, ReceivedMessage, Status } from "./chats.ts";
import type { DeviceKeys } from "./device_keys.ts";
import type { Faults } from "./faults.ts";
import type { MediaHost } from "./media_host.ts";
import type { ServerIdentity } from "./noise.ts";
import type { SenderKeys } from "./sender_keys.ts";
import type { Bundle, Sessions } from "./sessions.ts";
import type { Settings } from "./settings.ts";

// Who there is and what passes between them, as the verbs (send, receive, call, pair …) know it. Phones, devices and
// connections lead to one another, so they stand together; the classes of the same names are what they are made of.

/** All phones, the clients linked to them, and the server between them. */
export interface Network {
  readonly identity: ServerIdentity;
  readonly media: MediaHost;
  readonly faults: Faults;
  /** How often clients asked what, as `xmlns type child`. */
  readonly asked: Map<string, number>;
  phone(number: string): Phone | undefined;
  /** Like `phone`, but finds a Brazilian mobile number also by its other form, with or without the ninth digit. */
  registered(number: string): Phone | undefined;
  /** Whom a jid means: a phone, or one of its linked devices. */
  find(jid: string | undefined): { phone: Phone; device?: LinkedDevice } | undefined;
  addGroup(group: { subject: string; creator: string; members: string[] }): Group;
  group(id: string): Group | undefined;
  groups(): Group[];
  waitForPairing(unlinked: Unlinked): void;
  unlinkedBy(ref: string): Unlinked | undefined;
  /** Clients that are not linked yet, the latest last. */
  unlinked(): Unlinked[];
  complain(what: string): void;
  /** Something changed that a restarted simulator must know. */
  touch(): void;
  report(event: NetworkEvent): void;
}

/** Something happened on a phone, perhaps in one chat. */
export interface NetworkEvent {
  phone: string;
  chat?: string;
  id?: string;
}

export interface Group {
  /** Its jid. */
  id: string;
  subject: string;
  /** The number of who made it. */
  creator: string;
  /** Numbers. */
  members: string[];
  createdAt: Date;
}

/** A pretend phone: a customer's, or the one a company links its clients to. */
export interface Phone {
  readonly network: Network;
  readonly name: string;
  readonly number: string;
  readonly lidOnly: boolean;
  readonly hidesNumber: boolean;
  readonly lidUser: string;
  readonly jid: string;
  readonly lid: string;
  /** The address it writes under. */
  readonly from: string;
  readonly needsPasskey: boolean;
  readonly sessions: Sessions;
  readonly senderKeys: SenderKeys;
  readonly chats: Chats;
  readonly received: ReceivedMessage[];
  readonly settings: Settings;
  readonly past: PastMessage[];
  readonly calls: PhoneCall[];
  readonly devices: LinkedDevice[];
  /** The number of the device that is linked next. */
  nextDevice: number;
  readonly line: Line;
  readonly isOnline: boolean;
  record(message: Recordable): void;
  /** How far the message that this phone sent has come. */
  hears(id: string, status: Status): void;
  seesTyping(number: string, on: boolean): void;
  /** A linked device finished its login. */
  welcome(device: LinkedDevice): Promise<void>;
  removeDevice(device: LinkedDevice): void;
  /** Something happened on it, perhaps to one message. */
  changed(message?: Pick<ChatMessage, "chat" | "id">): void;
}

/** A phone's line to the network: what comes and what goes waits while there is none. */
export interface Line {
  isOnline: boolean;
  readonly arrivals: Arrival[];
  /** Lets in what waited, if nothing holds it any longer. */
  flow(): void;
  /** Something for this phone; it waits while the phone is offline or held. */
  take(arrival: Arrival): void;
  /** Now, or when the phone is online again. */
  whenOnline(leave: () => Promise<void> | void): Promise<void>;
  /** One piece of work after the other. */
  inTurn(work: () => Promise<void> | void): Promise<void>;
}

/** Something that reached a phone: from another phone in the clear, or sealed by a linked device. */
export interface Arrival {
  /** The number that wrote it. */
  from: string;
  /** The number of the other side, or the group's jid. */
  chat: string;
  id: string;
  at: Date;
  message?: proto.IMessage;
  sealed?: { device: LinkedDevice; encs: BinaryNode[]; to: string };
}

/** What a phone writes into its chats. */
export interface Recordable {
  id: string;
  chat: string;
  from: string;
  at: Date;
  message: proto.IMessage;
  status?: Status;
}

/** A message from before the client was linked. */
export interface PastMessage {
  /** The number of the other side. */
  chat: string;
  mine: boolean;
  text: string;
  at: Date;
  id?: string;
}

/** A call that a phone makes; nobody ever answers it. */
export interface PhoneCall {
  id: string;
  /** The number that is called. */
  to: string;
  video: boolean;
  at: Date;
  status: "ringing" | "rejected" | "ended";
}

/** A client (Balcão, for instance) linked to a phone. */
export interface LinkedDevice {
  readonly phone: Phone;
  /** Its place among the phone's devices; the phone itself is 0. */
  readonly device: number;
  readonly keys: DeviceKeys;
  connection?: Connection;
  readonly number: string;
  readonly jid: string;
  readonly lid: string;
  /** How phones call it in their sessions. */
  readonly address: string;
  isHeld: boolean;
  hasHistory: boolean;
  readonly waiting: Map<string, Waiting>;
  /** Its keys for a phone that writes to it first. */
  takeBundle(): Bundle;
  /** The same as stanzas, for another client. */
  publish(): BinaryNode[];
  /** Delivers now or when the device is back; kept until the device acknowledges it. */
  deliver(node: BinaryNode, more?: Pick<Waiting, "letter" | "acknowledged">): void;
  /** The device has it, or (`refused`) says that it cannot use it. */
  acknowledge(kind: Acknowledged, refused?: boolean): void;
  /** The device could not decrypt this message: it gets another copy under the same id. False when there is none. */
  retry(kind: Acknowledged, renew: (letter: Letter) => Promise<BinaryNode>): Promise<boolean>;
  /** Everything that waited, as the offline backlog of a login. */
  goLive(): void;
  /** While held nothing goes out. */
  hold(on: boolean): void;
  disconnected(from: Connection): void;
}

/** What a message stanza says, so that it can be encrypted anew. */
export interface Letter {
  /** The number of the phone whose session it is encrypted in. */
  by: string;
  message: proto.IMessage;
  attrs: Record<string, string | undefined>;
  /** The jid of the group it is for. */
  group?: string;
}

/** A stanza kept until the device says that it has it. */
export interface Waiting {
  node: BinaryNode;
  letter?: Letter;
  /** On which connection it went out last. */
  writtenTo?: Connection;
  /** Refusals that belong to a copy which has been replaced meanwhile. */
  staleRefusals: number;
  acknowledged?: () => void;
}

/** Which of the stanzas that wait is meant. */
export interface Acknowledged {
  tag: string;
  id: string | undefined;
  /** Whom the stanza came from, as a jid. */
  from: string | undefined;
  type?: string;
  /** Who of a group. */
  participant?: string;
}

/** One WebSocket of a client. */
export interface Connection {
  readonly network: Network;
  device?: LinkedDevice;
  unlinked?: Unlinked;
  /** What the client says of itself, and the numbers of those it has asked about: only then it is told who types. */
  isAvailable: boolean;
  readonly watched: Set<string>;
  onClose(closed: () => void): void;
  send(node: BinaryNode): void;
  /** Says why, then hangs up. */
  end(node: BinaryNode): void;
  close(): void;
}

/** A client that is not linked yet and shows QR codes, or asked for a code to be typed. */
export interface Unlinked {
  connection: Connection;
  keys: DeviceKeys;
  refs: string[];
  code?: CodeRequest;
  /** Called with the answer to pair-success. */
  signed?: (iq: BinaryNode) => void;
}

/** A client that asked for its code to be typed on the phone of this number. */
export interface CodeRequest {
  number: string;
  ref: Buffer;
  /** Salt, IV and the client's ephemeral key, encrypted with the code. */
  wrapped: Buffer;
  /** Called with the client's answer to the typed code. */
  finish?: (registration: BinaryNode) => void;
}
