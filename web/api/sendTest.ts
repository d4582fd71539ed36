import { readAnswer } from "../request.ts";

interface Test {
  token: string;
  number: string;
  body: string;
  file?: File;
}

/** Asks as an external system does: with the token alone, past who is logged in. Refuses with a CallError. */
export async function sendTest({ token, number, body, file }: Test): Promise<void> {
  const answer = await fetch("/api/messages/send", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, ...(file ? {} : { "content-type": "application/json" }) },
    body: file ? formOf({ number, body }, file) : JSON.stringify({ number, body }),
  });
  readAnswer(answer.status, await answer.text());
}

function formOf(fields: Record<string, string>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("medias", file, file.name);
  return form;
}
