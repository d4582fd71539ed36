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

/**
 * @typedef {{ [name: `data-${string}` | `aria-${string}`]: string | undefined }
 *   & Partial<Record<"alt" | "class" | "download" | "href" | "loading" | "src" | "style" | "tabindex" | "title" | "type", string>>
 *   & { controls?: boolean }
 *   & Partial<Pick<GlobalEventHandlers, "onclick" | "onkeydown" | "onplay">>} Properties
 */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Makes an element; what is no child (nothing, or a condition that does not hold) is left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties | null} properties
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") Object.assign(node, { [key]: value });
    else setAttribute(node, key, value === true ? "" : String(value));
  }
  node.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

/**
 * Draws a list anew without replacing what stays: somebody's pointer may be on it, or between its press and its release. What
 * carries a data-key is known by it, everything else by its place.
 * @param {Element} parent
 * @param {Node[]} fresh
 */
export function put(parent, fresh) {
  const known = new Map(Array.from(parent.children, (child) => [keyOf(child), child]));
  let at = parent.firstChild;
  for (const node of fresh) {
    const key = keyOf(node);
    const old = key ? known.get(key) : at && !keyOf(at) && at.nodeName === node.nodeName ? at : undefined;
    if (!old) {
      parent.insertBefore(node, at);
      continue;
    }
    if (old === at) at = at.nextSibling;
    else parent.insertBefore(old, at);
    become(old, node);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * @param {Node} node
 * @returns {string | undefined}
 */
function keyOf(node) {
  return node instanceof HTMLElement ? node.dataset.key : undefined;
}

/**
 * @param {Node} old
 * @param {Node} fresh
 */
function become(old, fresh) {
  if (old instanceof Text && fresh instanceof Text) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (!(old instanceof HTMLElement && fresh instanceof HTMLElement)) return;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) setAttribute(old, name, value);
  }
  old.onclick = fresh.onclick;
  old.onkeydown = fresh.onkeydown;
  old.onplay = fresh.onplay;
  put(old, [...fresh.childNodes]);
}

/**
 * @param {HTMLElement} node
 * @param {string} name
 * @param {string} value
 */
function setAttribute(node, name, value) {
  // The page's content security policy lets no style in as a text.
  if (name === "style") node.style.cssText = value;
  else node.setAttribute(name, value);
}
