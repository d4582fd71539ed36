import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Moment } from "./fields.ts";

/** What somebody may be told of while the product is closed. */
export const PUSH_KINDS = ["message", "transfer", "mention", "chat", "waiting"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** The services that browsers have for this; a name that begins with a point stands for all below it. */
export const PUSH_HOSTS = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
] as const;

const HHMM = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** When a person works, in the company's time zone; a day that ends before it begins ends on the next one. */
export const PushHours = z.object({
  /** 0 is Sunday. */
  days: z.array(z.int().check(z.minimum(0), z.maximum(6))).check(z.minLength(1), z.maxLength(7)),
  from: HHMM,
  to: HHMM,
});
export type PushHours = z.infer<typeof PushHours>;

/** What a person wants to be told of on one device. */
export const PushChoices = z.object({
  kinds: z.array(z.enum(PUSH_KINDS)).check(z.maxLength(PUSH_KINDS.length)),
  /** Whether words of messages and notes may stand on the lock screen. */
  showsText: z.boolean(),
  /** After how many minutes a customer who waits in one of the person's queues is told of. */
  waitingMinutes: z.int().check(z.minimum(1), z.maximum(240)),
  /** Told only then; null = always. */
  hours: z.nullable(PushHours),
});
export type PushChoices = z.infer<typeof PushChoices>;

/** Where somebody begins. */
export const USUAL_PUSH_CHOICES: PushChoices = {
  kinds: ["message", "transfer", "mention", "chat"],
  showsText: false,
  waitingMinutes: 10,
  hours: null,
};

/** A browser that is told. */
export const PushDevice = z.object({
  id: z.string(),
  /** The one that asks. */
  isThis: z.boolean(),
  /** What it says it is; empty when that is nothing known. */
  browser: z.string(),
  system: z.string(),
  /** Whose push service is called for it. */
  host: z.string(),
  choices: PushChoices,
  since: Moment,
});
export type PushDevice = z.infer<typeof PushDevice>;

/** As browsers hand it out (W3C Push API, `PushSubscription.toJSON`). */
export const Subscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).check(z.maxLength(1000)),
  keys: z.object({
    /** An uncompressed point on P-256 and 16 bytes (RFC 8291 §2). */
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}={0,2}$/)),
  }),
});
export type Subscription = z.infer<typeof Subscription>;

/** What the push service made of a test: taken; it knows the device no more, which is forgotten; or not reached. */
export const PushTried = z.object({ result: z.enum(["sent", "gone", "failed"]) });

/** What reaches a device, encrypted for it: something to show, or the tag of what is to go, which may be everything. */
export type PushPayload = PushShown | { close: string };
export const ALL_TAGS = "*";

/** A thing to be shown. Its texts are in the person's language already. */
export interface PushShown {
  /** It takes the place of one with the same. */
  tag: string;
  title: string;
  body: string;
  /** The address of the product's icon, as its provider has it. */
  icon?: string;
  /** Where a press leads. */
  url: string;
  /** When it happened (ms). */
  at: number;
  /** What can be done from the lock screen, where the system offers it. */
  action?: PushAction;
}

export interface PushAction {
  does: "accept" | "reply";
  /** As its button says. */
  title: string;
  ticketId: number;
  /** Whom it was told: of two companies, the numbers of people and tickets are the same. */
  companyId: number;
  userId: number;
  /** Of a waiting ticket: the queue in which it waits. */
  queueId?: number | null;
  /** Of an answer: as which it is sent, so that it is sent once. */
  localId?: string;
  /** … and the line with its writer's name that stands above it, left out where the person does not sign on the device. */
  signature?: string;
  /** Said when it could not be done. */
  failed: string;
}

export const push = {
  get: get(
    "/push",
    "How one is told while the product is closed: devices, the server's key, whose services are called",
    {
      answer: z.object({
        /** Whether the provider allows it. */
        isOn: z.boolean(),
        /** For `applicationServerKey`. */
        key: z.string(),
        hosts: z.array(z.string()),
        devices: z.array(PushDevice),
      }),
    },
  ),
  save: put("/push/device", "Have the asking browser told; without choices those that it had stay", {
    body: z.object({ subscription: Subscription, choices: z.optional(PushChoices) }),
    answer: PushDevice,
  }),
  change: put("/push/devices/:key", "Choose what one of one's devices is told", {
    body: z.object({ choices: PushChoices }),
    answer: PushDevice,
  }),
  remove: del("/push/devices/:key", "Tell one of one's devices nothing more"),
  test: post("/push/devices/:key/test", "Send a test to one of one's devices", { answer: PushTried }),
};
