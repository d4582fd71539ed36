import type { showChats, showLine, showPerson } from "../show.ts";

/** What the control interface answers, as the page reads it. */
export type Person = ReturnType<typeof showPerson>;
export type Line = ReturnType<typeof showLine>;
export type Chat = ReturnType<typeof showChats>[number];
export type Message = Chat["messages"][number];
