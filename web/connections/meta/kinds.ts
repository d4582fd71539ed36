/** What is added by Meta rather than by a phone. */
export type MetaKind = "cloud" | "facebook" | "instagram";

export const META_NAMES: Readonly<Record<MetaKind, string>> = {
  cloud: "WhatsApp",
  facebook: "Facebook",
  instagram: "Instagram",
};

export function isMetaKind(kind: string): kind is MetaKind {
  return kind in META_NAMES;
}
