import * as z from "zod/mini";
import { BadObject } from "./envelope.ts";

/** A company's media: by their names in its folder, what names them at a target. */
export type NameList = Map<string, string>;

const Names = z.array(
  z.tuple([z.string().check(z.regex(/^[\w-][\w.-]{0,80}$/)), z.string().check(z.regex(/^\w{64}$/))]),
);

export function writeNames(names: Iterable<[string, string]>): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([...names]));
}

export function readNames(bytes: Uint8Array): [string, string][] {
  try {
    return Names.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new BadObject("A list of media files cannot be read");
  }
}
