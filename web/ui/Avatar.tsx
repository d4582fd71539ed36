import { UserRound } from "lucide-react";
import css from "./Avatar.module.css";

interface AvatarProps {
  id: number;
  name: string;
  src?: string | null;
  size?: 16 | 24 | 28 | 36 | 56;
}

/** A face, or the initials on one of six quiet turns of the colour wheel. Only drawn: the name stands beside it. */
export function Avatar({ id, name, src, size = 36 }: AvatarProps) {
  const initials = initialsOf(name);
  return (
    <span className={css.avatar} data-turn={id % 6 + 1} data-size={size} aria-hidden>
      {initials || <UserRound size={size > 28 ? 16 : 12} />}
      {src && <img src={src} alt="" loading="lazy" onError={(event) => event.currentTarget.remove()} />}
    </span>
  );
}

/** First and last word's first letter; nothing for what is no name, such as a phone number. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => [...word][0]!.toUpperCase()).join("");
}
