/** Meta's own addresses. */
const META = {
  facebook: "https://graph.facebook.com",
  instagram: "https://graph.instagram.com",
  /** Where people say whom they let in. */
  dialog: "https://www.facebook.com",
};
export type GraphHost = "facebook" | "instagram";

let elsewhere: typeof META | undefined;

/** Points all that is asked of Meta elsewhere: to a simulator (BALCAO_GRAPH_URL). */
export function pointGraphTo(address: string | undefined): void {
  const base = address?.replace(/\/$/, "");
  elsewhere = base ? { facebook: base, instagram: `${base}/graph.instagram.com`, dialog: base } : undefined;
}

export function whereIs(what: keyof typeof META): string {
  return (elsewhere ?? META)[what];
}

/** Files that Meta names lie at hosts of its own, which change; never in our network, unless Graph itself is there. */
export function isOurs(url: string): boolean {
  return elsewhere !== undefined && URL.canParse(url) && new URL(url).host === new URL(elsewhere.facebook).host;
}
