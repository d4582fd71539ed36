import type { Chat } from "./chat.ts";
import { el, icon } from "./dom.ts";
import type { Words } from "./words.ts";

/** While somebody types it is said again that often (ms), and taken back when they pause. */
const SAYS_EVERY = 4000;
const LONGEST = 4000;

/** Where a visitor writes: Enter sends, Shift+Enter breaks the line. */
export function composer(chat: Chat, words: Words): { form: HTMLFormElement; input: HTMLTextAreaElement } {
  const input = el("textarea", {
    rows: "1",
    maxlength: String(LONGEST),
    "aria-label": words.message,
    placeholder: words.write,
    enterkeyhint: "send",
    oninput: () => (grow(input), typing.said()),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      send();
    },
    onpaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData?.files ?? []];
      if (files.length === 0) return;
      event.preventDefault();
      void attach(chat, files);
    },
  });
  const typing = typist(chat);
  const send = () => {
    const body = input.value.trim();
    if (!body) return;
    chat.outgoing.write({ body });
    input.value = "";
    grow(input);
    typing.ended();
  };
  const chooser = el("input", {
    type: "file",
    multiple: true,
    hidden: true,
    onchange: () => {
      void attach(chat, [...chooser.files ?? []]).then(() => void (chooser.value = ""));
    },
  });
  const form = el(
    "form",
    {
      class: "write",
      onsubmit: (event: Event) => {
        event.preventDefault();
        send();
        input.focus();
      },
    },
    chooser,
    el(
      "button",
      { type: "button", "aria-label": words.attach, title: words.attach, onclick: () => chooser.click() },
      icon("clip"),
    ),
    input,
    el("button", { type: "submit", class: "primary", "aria-label": words.send }, icon("send")),
  );
  return { form, input };
}

function grow(input: HTMLTextAreaElement): void {
  input.style.blockSize = "auto";
  input.style.blockSize = `${Math.min(input.scrollHeight + 2, 132)}px`;
}

function typist(chat: Chat) {
  let at = 0, pause: ReturnType<typeof setTimeout> | undefined;
  const ended = () => {
    clearTimeout(pause);
    if (at > 0) chat.typing(false);
    at = 0;
  };
  return {
    ended,
    said() {
      clearTimeout(pause);
      pause = setTimeout(ended, SAYS_EVERY);
      if (Date.now() - at < SAYS_EVERY) return;
      at = Date.now();
      chat.typing(true);
    },
  };
}

/** Each file is a message of its own; a picture says how large it is, so that nothing jumps when it comes. */
async function attach(chat: Chat, files: readonly File[]): Promise<void> {
  for (const file of files) chat.outgoing.write({ body: "", file, ...await sizeOf(file) });
}

async function sizeOf(file: File): Promise<{ width?: number; height?: number }> {
  if (!/^image\/(jpeg|png|gif|webp)$/.test(file.type)) return {};
  try {
    const picture = await createImageBitmap(file), { width, height } = picture;
    picture.close();
    return { width, height };
  } catch {
    return {};
  }
}
