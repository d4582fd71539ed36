import type { showChats, showPhone } from "../show.ts";

/** What the control interface answers, as the page reads it. */
export type Phone = AsJson<ReturnType<typeof showPhone>>;
export type Chat = AsJson<ReturnType<typeof showChats>[number]>;
export type Message = Chat["messages"][number];

/** What becomes of a value on its way through JSON. */
type AsJson<T> = T extends Date ? string
  : T extends (infer Each)[] ? AsJson<Each>[]
  : T extends object ? { [Key in keyof T]: AsJson<T[Key]> }
  : T;
