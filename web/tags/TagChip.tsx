import type { ReactNode } from "react";
import type { TagRef } from "../../src/contract/tags.ts";
import { Chip } from "../ui/Chip.tsx";
import css from "./TagChip.module.css";

interface TagChipProps {
  tag: Pick<TagRef, "name" | "color">;
  end?: ReactNode;
}

/** A tag's name on its colour; a long one is cut, whatever its writing. */
export function TagChip({ tag: { name, color }, end }: TagChipProps) {
  return (
    <Chip hue={color} end={end}>
      <TagName name={name} />
    </Chip>
  );
}

export function TagName({ name }: { name: string }) {
  return <bdi className={css.name} title={name}>{name}</bdi>;
}
