// @ts-check

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function $(id) {
  return the(id, HTMLElement);
}

/**
 * The same, where it matters of which kind it is.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function the(id, kind) {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${kind.name} with the id ${id}`);
}

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Makes an element; what is no child (nothing, or a condition that does not hold) is left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | (() => void) | undefined> | null} properties
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (typeof value === "function") Object.assign(node, { [key]: value });
    else if (value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Draws a list anew only when what it shows has changed: a pointer may be on it, or between its press and its release.
 * @param {Element} parent
 * @param {unknown} shown
 * @param {() => Node[]} draw
 */
export function put(parent, shown, draw) {
  const text = JSON.stringify(shown);
  if (drawn.get(parent) === text) return;
  drawn.set(parent, text);
  const active = document.activeElement instanceof HTMLElement && parent.contains(document.activeElement)
    ? document.activeElement.dataset.key
    : undefined;
  parent.replaceChildren(...draw());
  const again = active && parent.querySelector(`[data-key="${CSS.escape(active)}"]`);
  if (again instanceof HTMLElement) again.focus();
}
