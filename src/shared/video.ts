/** Where films are played from; the content policy lets pages frame this host and no other. */
export const VIDEO_HOST = "https://www.youtube-nocookie.com";

const CODE = /^[\w-]{11}$/;
const HOSTS = /^(?:www\.|m\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/;

/** The code of a film: as it is, or out of a link to it as browsers show one; nothing when there is none in it. */
export function videoCode(typed: string): string | undefined {
  const text = typed.trim();
  if (CODE.test(text)) return text;
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
  if (!url || !HOSTS.test(url.hostname)) return undefined;
  const [first = "", second = ""] = url.pathname.split("/").filter(Boolean);
  const code = url.hostname.endsWith("youtu.be")
    ? first
    : ["embed", "shorts", "live", "v"].includes(first)
    ? second
    : url.searchParams.get("v") ?? "";
  return CODE.test(code) ? code : undefined;
}

/** The player's address; nothing of the host is asked for before somebody presses. */
export function playerAddress(code: string): string {
  return `${VIDEO_HOST}/embed/${code}?autoplay=1&rel=0`;
}
