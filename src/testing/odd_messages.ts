import { Buffer } from "node:buffer";
import { ROOT } from "../root.ts";
import { type Chance, oddBytes, oddNumber, oddText } from "./fuzz.ts";

interface Field {
  type: string;
  name: string;
  number: number;
  isMany: boolean;
}

/** The library's own description of the protocol, message by message: `Message.ImageMessage` → its fields. */
const TYPES = typesIn(Deno.readTextFileSync(`${ROOT}/node_modules/@whiskeysockets/baileys/WAProto/WAProto.proto`));
const DEEPEST = 5;
/** Where a customer's words can lie, and what changes them: chance alone would seldom meet them among a hundred kinds. */
const READ =
  /^(conversation|.*(extendedText|image|video|audio|document|sticker|ocation|contact|reaction|protocol|editedM|pollC|buttons|list|viewOnce|ephemeral|ptv).*)$/i;

/** The bytes of a message such as only a program would make: fields of any kind, with values that no phone would send. */
export function oddMessage(chance: Chance): Uint8Array {
  const bytes = encoded("Message", chance, 0);
  if (chance.once(3) && bytes.length > 0) {
    for (let times = chance.below(4); times >= 0; times--) bytes[chance.below(bytes.length)] = chance.below(256);
  }
  return chance.once(8) ? Buffer.concat([bytes, oddBytes(chance)]) : bytes;
}

function encoded(type: string, chance: Chance, depth: number): Buffer {
  const fields = TYPES.get(type) ?? [];
  if (fields.length === 0 || depth > DEEPEST) return Buffer.alloc(0);
  const likely = depth === 0 ? fields.filter(({ name }) => READ.test(name)) : fields;
  const parts: Buffer[] = [];
  for (let some = chance.below(depth === 0 ? 3 : Math.min(12, fields.length + 1)); some >= 0; some--) {
    const field = chance.one(chance.once(4) ? fields : likely);
    for (let times = field.isMany ? chance.below(4) : 1; times > 0; times--) {
      parts.push(encodedField(field, chance, depth));
    }
  }
  return Buffer.concat(parts);
}

function encodedField({ type, number }: Field, chance: Chance, depth: number): Buffer {
  const tag = (wire: number) => varint(BigInt(number * 8 + wire));
  const whole = (bytes: Uint8Array) => Buffer.concat([tag(2), varint(BigInt(bytes.length)), bytes]);
  if (type === "string") return whole(Buffer.from(oddText(chance)));
  if (type === "bytes") return whole(chance.once(3) ? new Uint8Array(64) : oddBytes(chance));
  if (type === "double") return Buffer.concat([tag(1), floating(oddNumber(chance), 8)]);
  if (type === "float") return Buffer.concat([tag(5), floating(oddNumber(chance), 4)]);
  if (/fixed64/.test(type)) return Buffer.concat([tag(1), oddBytes(chance), Buffer.alloc(8)]).subarray(0, 10);
  if (/fixed32/.test(type)) return Buffer.concat([tag(5), Buffer.alloc(4, chance.below(256))]);
  if (TYPES.has(type)) return whole(encoded(type, chance, depth + 1));
  const number64 = BigInt.asUintN(64, BigInt(Math.trunc(finite(oddNumber(chance)))));
  return Buffer.concat([tag(0), varint(chance.once(2) ? BigInt(chance.below(20)) : number64)]);
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 2 ** 63;
}

function floating(value: number, size: 4 | 8): Buffer {
  const bytes = Buffer.alloc(size);
  if (size === 8) bytes.writeDoubleLE(value);
  else bytes.writeFloatLE(value);
  return bytes;
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  for (; value > 127n; value >>= 7n) bytes.push(Number(value & 127n) | 128);
  return Buffer.from([...bytes, Number(value)]);
}

function typesIn(proto: string): Map<string, Field[]> {
  const found = new Map<string, { type: string; name: string; number: number; isMany: boolean }[]>();
  const within: { name: string; isMessage: boolean }[] = [];
  const pathOf = () => within.map(({ name }) => name).join(".");
  for (const line of proto.split("\n").map((each) => each.trim())) {
    const [, what, name] = /^(message|enum|oneof)\s+(\w+)\s*\{/.exec(line) ?? [];
    if (what) {
      // The choices of a oneof belong to the message around it.
      within.push({ name: what === "oneof" ? "" : name!, isMessage: what !== "enum" });
      if (what === "message") found.set(pathOf(), []);
    }
    const [, label, type, field, number] = /^(optional |repeated |required )?([\w.]+) (\w+) = (\d+)/.exec(line) ?? [];
    if (number && within.at(-1)?.isMessage) {
      const path = within.filter(({ name }) => name).map(({ name }) => name).join(".");
      found.get(path)?.push({ type: type!, name: field!, number: Number(number), isMany: label === "repeated " });
    }
    if (line.startsWith("}") || (what && line.endsWith("}"))) within.pop();
  }
  for (const [path, fields] of found) for (const field of fields) field.type = resolved(found, path, field.type);
  return found;
}

/** A type's whole name, looked for from the inside outwards. */
function resolved(known: Map<string, Field[]>, path: string, type: string): string {
  const parts = path.split(".");
  for (let deep = parts.length; deep >= 0; deep--) {
    const whole = [...parts.slice(0, deep), type].join(".");
    if (known.has(whole)) return whole;
  }
  return type;
}
