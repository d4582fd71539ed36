import { BadCommand } from "./config.ts";

/** Where a password comes from and what is said meanwhile: the terminal, or what a test makes of it. */
export interface Terminal {
  isTerminal(): boolean;
  /** Keys as they are pressed, none of them shown, while `on`. */
  setRaw(on: boolean): void;
  /** Bytes typed or piped; null at their end. */
  read(into: Uint8Array): number | null;
  say(text: string): void;
}

export const TERMINAL: Terminal = {
  isTerminal: () => Deno.stdin.isTerminal(),
  setRaw: (on) => Deno.stdin.setRaw(on, on ? { cbreak: false } : undefined),
  read: (into) => Deno.stdin.readSync(into),
  // What is asked goes beside the command's own answer, which a script may read.
  say: (text) => void Deno.stderr.writeSync(new TextEncoder().encode(text)),
};

/** The shortest and longest password (spec 1 §9), in characters. */
const LEAST = 5, MOST = 50;

/** BALCAO_PASSWORD; else, from a pipe, its first line; else what is typed twice, unseen. */
export function askPassword(environment: string | undefined, terminal: Terminal = TERMINAL): string {
  const password = environment ?? (terminal.isTerminal() ? askTwice(terminal) : readText(terminal));
  if (password.length < LEAST || password.length > MOST) throw new BadCommand("A password has 5 to 50 characters");
  return password;
}

/** Anything else that nobody should see: from a pipe its first line, else typed once, unseen. */
export function askUnseen(question: string, terminal: Terminal = TERMINAL): string {
  const said = terminal.isTerminal() ? ask(terminal, `${question}: `) : readText(terminal);
  if (said.trim() === "") throw new BadCommand(`${question}: nothing was typed`);
  return said.trim();
}

/**
 * The same of a text that may have several lines: up to the end of the one with which it has `words` words, of what is piped,
 * or Ctrl-D. What came after the first line of a pasted text would go to the shell, which shows and keeps it.
 */
export function askWords(
  question: string,
  { words, count }: { words: number; count: (text: string) => number },
  terminal: Terminal = TERMINAL,
): string {
  const isTyped = terminal.isTerminal(), read = () => readText(terminal, isTyped, (text) => count(text) >= words);
  const said = isTyped
    ? unseen(terminal, `${question} (end with Enter, or before the last one with Ctrl-D): `, read)
    : read();
  if (said.trim() === "") throw new BadCommand(`${question}: nothing was typed`);
  return said.trim();
}

function askTwice(terminal: Terminal): string {
  const first = ask(terminal, "Password (5 to 50 characters): ");
  if (ask(terminal, "The same once more: ") !== first) {
    throw new BadCommand("These are two different passwords: try again");
  }
  return first;
}

function ask(terminal: Terminal, question: string): string {
  return unseen(terminal, question, () => readText(terminal, true));
}

function unseen(terminal: Terminal, question: string, read: () => string): string {
  terminal.say(question);
  terminal.setRaw(true);
  try {
    return read();
  } finally {
    terminal.setRaw(false);
    terminal.say("\n");
  }
}

const INTERRUPT = 3, END = 4, BACKSPACE = [8, 127], ERASE_LINE = 21, NEWLINE = [10, 13];

/**
 * A line, without its end; with `isWhole` more of them, until it says so of what there is. Typed in raw mode, keys that edit
 * or end it are ours to obey.
 */
function readText(terminal: Terminal, isTyped = false, isWhole: (text: string) => boolean = () => true): string {
  const bytes: number[] = [], one = new Uint8Array(1);
  while (terminal.read(one)) {
    const [key] = one as unknown as [number];
    if (NEWLINE.includes(key) && isWhole(textOf(bytes))) break;
    if (isTyped && key === INTERRUPT) throw new BadCommand("Nothing was changed");
    if (isTyped && key === END) break;
    if (isTyped && key === ERASE_LINE) dropLine(bytes);
    else if (isTyped && BACKSPACE.includes(key)) dropLast(bytes);
    else bytes.push(key);
  }
  return textOf(bytes);
}

function textOf(bytes: number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function dropLine(bytes: number[]): void {
  while (bytes.length && !NEWLINE.includes(bytes.at(-1)!)) bytes.pop();
}

/** The last character, which may be several bytes long (UTF-8). */
function dropLast(bytes: number[]): void {
  while (bytes.length && (bytes.pop()! & 0xc0) === 0x80);
}
