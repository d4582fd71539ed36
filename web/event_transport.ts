import type { ClientFrame, ServerFrame } from "../src/contract/events.ts";
import { CallError, headersFor, readAnswer } from "./request.ts";

/** A way to the server's events: two of them, so that a proxy without WebSockets still lets people work. */
export interface Transport {
  /** Says whether it could be said: a stream only listens. */
  say(frame: ClientFrame): boolean;
  close(): void;
}

export interface FrameListener {
  received(frame: ServerFrame): void;
  /** Once, however it ended; never after `close`. */
  closed(): void;
}

interface Hello {
  token: string;
  /** The place in the stream of the last event that came; nothing at first. */
  after?: string;
}

const ADDRESS = "/api/events";

const newSocket = () => new WebSocket(new URL(ADDRESS, location.href.replace(/^http/, "ws")));

/** Whether there are sockets on the way to the server. */
export function canOpenSocket(): Promise<boolean> {
  const socket = newSocket(), { promise, resolve } = Promise.withResolvers<boolean>();
  socket.onopen = () => resolve(true);
  socket.onclose = () => resolve(false);
  return promise.finally(() => socket.close());
}

export function openSocket({ token, after }: Hello, listener: FrameListener): Transport {
  const socket = newSocket();
  socket.onopen = () => say({ say: "hello", token, ...(after && { after }) });
  socket.onmessage = (event) => listener.received(JSON.parse(event.data));
  socket.onclose = () => listener.closed();

  function say(frame: ClientFrame) {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }
  function close() {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
  return { say, close };
}

/** The same frames as server-sent events, by fetch because an EventSource carries no bearer token. */
export function openStream(hello: Hello, listener: FrameListener): Transport {
  const stop = new AbortController();
  readStream(hello, listener, stop.signal)
    .catch((error) => {
      // A refusal reads the same whichever way we came in.
      if (error instanceof CallError && error.status) listener.received({ say: "refused", error: error.code });
    })
    .finally(() => stop.signal.aborted || listener.closed());
  return { say: () => false, close: () => stop.abort() };
}

async function readStream({ token, after }: Hello, { received }: FrameListener, signal: AbortSignal): Promise<void> {
  const response = await fetch(ADDRESS, {
    headers: { accept: "text/event-stream", ...headersFor(token), ...(after && { "last-event-id": after }) },
    signal,
  });
  if (!response.ok || !response.body) return void readAnswer(response.status, await response.text());
  let text = "";
  for await (const piece of piecesOf(response.body.pipeThrough(new TextDecoderStream()))) {
    const lines = (text + piece).split(/\r\n|\n|\r/);
    text = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith("data:") && !signal.aborted) received(JSON.parse(line.slice(5)));
    }
  }
}

/** Streams are not async iterable in every browser yet. */
async function* piecesOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
}
