import { chats } from "../../src/contract/chats.ts";
import type { Message } from "../../src/contract/messages.ts";
import { call, upload } from "../call.ts";
import type { Elsewhere } from "../composer/sending/elsewhere.ts";
import { noteAnswer } from "./opened.ts";

/** How the composer sends to a chat (composer/sending/elsewhere.ts). */
export const send: Elsewhere["send"] = async ({ ticketId, body, localId, quoted }, ready, way) => {
  const id = -ticketId, words = { id, message: body, localId, quotedMsg: quoted && { id: quoted.id } };
  const answer = ready
    ? await upload(chats.send, { ...words, about: ready.about }, [ready.file], way)
    : await call(chats.send, words);
  noteAnswer(id, answer);
};

export async function mediaAddress({ id }: Message): Promise<string> {
  return (await call(chats.mediaAddress, { id })).url;
}
