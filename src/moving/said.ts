import * as z from "zod/mini";

/** Raised when an older version would not understand what is said. */
export const PROTOCOL = 1;

const MoveId = z.uuid();
const Sum = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Sentence = z.string().check(z.maxLength(1000));
const Name = z.string().check(z.minLength(1), z.maxLength(50));
/** Of a file in a company's folder (platform/media.ts). */
const MediaName = z.string().check(z.regex(/^[\w-][\w.-]{0,80}$/));

/** Where a server is: http or https, without a path. */
export const Address = z.string().check(z.maxLength(300), z.regex(/^https?:\/\/[^/\s?#@]+$/));

/** Who will have the company speaks first, as one that can take it, or cannot. */
export const Hello = z.object({
  say: z.literal("hello"),
  protocol: z.int(),
  version: z.string().check(z.maxLength(50)),
  /** The newest schema of companies' files that it knows. */
  schema: z.int(),
  /** Empty where it does not know it. */
  address: z.union([z.literal(""), Address]),
  /** What secrets are agreed upon with (X25519, SPKI in base64). */
  key: z.string().check(z.maxLength(200)),
});

/** What both sides say, in the order in which they say it; `bytes` is how much follows behind it. */
export const Said = z.discriminatedUnion("say", [
  Hello,
  z.object({
    say: z.literal("offer"),
    version: z.string().check(z.maxLength(50)),
    moveId: MoveId,
    name: Name,
    schema: z.int(),
    key: z.string().check(z.maxLength(200)),
    /** Which company of which server it is: of an earlier try that was called off nothing is kept. */
    origin: z.optional(z.string().check(z.maxLength(100))),
    /** How much is coming (bytes), and as how many files. */
    size: z.number(),
    media: z.int(),
  }),
  /** That it is decided already, and has not been confirmed. */
  z.object({ say: z.literal("again"), moveId: MoveId }),
  /** It is called off. */
  z.object({ say: z.literal("forget"), moveId: MoveId }),
  z.object({ say: z.literal("forgotten") }),
  z.object({ say: z.literal("accepted") }),
  /** A piece of the company's file, where it belongs there. */
  z.object({ say: z.literal("piece"), at: z.number() }),
  /** A file of the company's: its pieces, and the sum of all. */
  z.object({ say: z.literal("media"), name: MediaName }),
  z.object({ say: z.literal("more") }),
  z.object({ say: z.literal("end"), sum: Sum }),
  /** What has come so far is a company's file: look it through. */
  z.object({ say: z.literal("look"), size: z.number() }),
  z.object({ say: z.literal("good") }),
  /** Encrypted: what a server keeps sealed in the company's file. */
  z.object({ say: z.literal("sealed") }),
  /** Encrypted: what the provider's file has of it. */
  z.object({ say: z.literal("company") }),
  /** That is all, and this is the company's file as a whole. */
  z.object({ say: z.literal("whole"), size: z.number(), sum: Sum, media: z.int() }),
  z.object({ say: z.literal("prepared") }),
  z.object({ say: z.literal("go") }),
  z.object({
    say: z.literal("arrived"),
    id: z.int(),
    taken: z.array(z.string()),
    hasPlan: z.boolean(),
    newWebchatKeys: z.int(),
  }),
  z.object({ say: z.literal("refused"), sentence: Sentence }),
]);
export type Said = z.infer<typeof Said>;
export type SaidAs<S extends Said["say"]> = Extract<Said, { say: S }>;
