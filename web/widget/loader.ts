import type { ToFrame, ToPage } from "./signs.ts";

/**
 * The one line of a company's page: puts a button on it, and behind the button a frame in which everything else happens.
 * It reads nothing of the page and leaves nothing on it but one element, whose styles are its own.
 */
const STYLE = `
:host{all:initial}
iframe,button{position:fixed;z-index:2147483000;border:0;color-scheme:normal}
iframe{inset-block-end:88px;inline-size:376px;max-inline-size:calc(100vw - 24px);block-size:min(600px,100dvh - 112px);
border-radius:12px;background:transparent;box-shadow:0 0 0 1px rgb(15 23 42/8%),0 2px 6px rgb(15 23 42/6%),0 16px 40px -8px rgb(15 23 42/20%)}
iframe[hidden],button[hidden]{display:none}
button{inset-block-end:20px;display:grid;place-items:center;inline-size:56px;block-size:56px;padding:0;border-radius:50%;
background:var(--fill);color:#fff;cursor:pointer;box-shadow:0 2px 6px rgb(15 23 42/12%),0 12px 28px -6px rgb(15 23 42/30%)}
button:hover{background:var(--hover)}
button:focus-visible{outline:3px solid var(--fill);outline-offset:3px}
.right{inset-inline-end:auto;right:20px}.left{inset-inline-start:auto;left:20px}
svg{inline-size:24px;block-size:24px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
b{position:absolute;top:-2px;right:-2px;min-inline-size:20px;block-size:20px;box-sizing:border-box;padding-inline:5px;
border-radius:10px;background:#c9252f;color:#fff;font:600 12px/20px system-ui,sans-serif;text-align:center}
b:empty{display:none}
@media (width<600px){iframe{inset:0;inline-size:100%;max-inline-size:none;block-size:100dvh;border-radius:0;box-shadow:none}
button[aria-expanded=true]{display:none}}
@media print{iframe,button{display:none}}
`;
const BUBBLE = "M7.9 20A9 9 0 1 0 4 16.1L2 22Z", DOWN = "m6 9 6 6 6-6";

function begin(script: HTMLScriptElement): void {
  const key = script.dataset.key ?? "", { origin } = new URL(script.src);
  if (!key || document.querySelector("balcao-chat")) return;
  const host = document.createElement("balcao-chat"), root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const frame = document.createElement("iframe"), button = document.createElement("button");
  const count = document.createElement("b");
  const languages = [document.documentElement.lang, ...navigator.languages].filter(Boolean).join(",");
  frame.src = `${origin}/widget/${encodeURIComponent(key)}?lang=${encodeURIComponent(languages)}`;
  frame.allow = "clipboard-write";
  frame.hidden = button.hidden = true;
  button.type = "button";
  let names: ToPage["button"], unread = "", isOpen = false;

  const draw = () => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", isOpen ? DOWN : BUBBLE);
    const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    icon.setAttribute("viewBox", "0 0 24 24");
    icon.setAttribute("aria-hidden", "true");
    icon.append(path);
    button.replaceChildren(icon, count);
    const says = (isOpen ? names?.close : names?.open) ?? "";
    button.setAttribute("aria-label", unread && !isOpen ? `${says}, ${unread}` : says);
    button.setAttribute("aria-expanded", String(isOpen));
    frame.hidden = !isOpen;
  };
  const show = (open: boolean) => {
    isOpen = open;
    draw();
    frame.contentWindow?.postMessage({ balcao: key, open } satisfies ToFrame, origin);
    if (open) frame.focus();
    else button.focus();
  };
  button.addEventListener("click", () => show(!isOpen));
  addEventListener("message", ({ data, source, origin: from }) => {
    if (source !== frame.contentWindow || from !== origin || data?.balcao !== key) return;
    const said = data as ToPage;
    if (said.button) {
      names = said.button;
      host.style.setProperty("--fill", names.fill);
      host.style.setProperty("--hover", names.hover);
      frame.title = names.title;
      frame.className = button.className = names.side;
      button.hidden = false;
    }
    if (said.unread !== undefined) {
      count.textContent = said.unread === 0 ? "" : said.unread > 9 ? "9+" : String(said.unread);
      unread = said.unread === 0 ? "" : said.unreadSays ?? "";
    }
    if (said.close && isOpen) show(false);
    else draw();
  });
  root.append(frame, button);
  document.body.append(host);
}

const script = document.currentScript as HTMLScriptElement | null;
if (script) {
  // The page that was asked for comes first.
  if (document.readyState === "complete") begin(script);
  else addEventListener("load", () => begin(script), { once: true });
}
