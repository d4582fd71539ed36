/** No answer of another server is longer (bytes). */
const LONGEST = 2_000_000;

/** Another server that could not be asked, or whose answer broke off. Says nothing of the address, which may have names in it. */
export class NoAnswer extends Error {}

export interface OutsideAnswer {
  status: number;
  headers: Headers;
  text: string;
}

export interface Question extends RequestInit {
  /** How long (ms) the whole of the answer may take. */
  within: number;
  client?: Deno.HttpClient;
}

/** Asks a server that is not ours and reads its whole answer; an address that it sends us on to is not followed. */
export async function askOutside(url: string, { within, ...init }: Question): Promise<OutsideAnswer> {
  try {
    const answer = await fetch(
      url,
      { ...init, redirect: "manual", signal: AbortSignal.timeout(within) } as RequestInit,
    );
    return { status: answer.status, headers: answer.headers, text: await wholeText(answer) };
  } catch (error) {
    throw new NoAnswer(plainReason(error, within));
  }
}

async function wholeText(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "", size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > LONGEST) throw new Error(`the answer is longer than ${LONGEST} bytes`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

function plainReason(error: unknown, within: number): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return `no answer within ${within / 1000} s`;
  const { message, cause } = error as Error;
  const deeper = cause instanceof Error ? `${message}: ${cause.message}` : message;
  return deeper.replace(/\(?https?:\/\/[^\s)]+\)?/g, "").slice(0, 200);
}
