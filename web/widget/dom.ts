type Child = Node | string | null | undefined | false;

/** An element with its attributes and children; `on…` takes a listener. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string | boolean | undefined | ((event: never) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Lucide's drawings, ISC. */
const ICONS = {
  x: ["M18 6 6 18", "m6 6 12 12"],
  clip: [
    "m16 6-8.414 8.586a2 2 0 0 0 2.829 2.829l8.414-8.586a4 4 0 1 0-5.657-5.657l-8.379 8.551a6 6 0 1 0 8.485 8.485l8.379-8.551",
  ],
  send: [
    "M3.714 3.048a.498.498 0 0 0-.683.627l2.843 7.627a2 2 0 0 1 0 1.396l-2.842 7.627a.498.498 0 0 0 .682.627l18-8.5a.5.5 0 0 0 0-.904z",
    "M6 12h16",
  ],
  checks: ["M18 6 7 17l-5-5", "m22 10-7.5 7.5L13 16"],
  check: ["M20 6 9 17l-5-5"],
  clock: ["M12 6v6l4 2", "M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20"],
  file: ["M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7Z", "M14 2v4a2 2 0 0 0 2 2h4"],
  pin: ["M20 10c0 5-8 12-8 12s-8-7-8-12a8 8 0 0 1 16 0", "M12 7a3 3 0 1 0 0 6 3 3 0 1 0 0-6"],
  whatsapp: [
    "M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719",
    "M9.2 8.2c-.5 2.6 3.9 7.1 6.7 6.6.7-.2 1.1-1 .7-1.6l-1-1.1-1.5.6c-.9-.4-1.5-1-1.9-1.9l.7-1.5-1.1-1.1c-.6-.4-2.5-.7-2.6 0z",
  ],
};

/** A drawing beside a text that says the same; with `label` it speaks for itself. */
export function icon(name: keyof typeof ICONS, label?: string): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  if (label) {
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", label);
  } else drawing.setAttribute("aria-hidden", "true");
  for (const d of ICONS[name]) {
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", d);
    drawing.append(path);
  }
  return drawing;
}
