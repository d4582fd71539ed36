import type { TagRef } from "../../src/contract/tags.ts";
import { Chip } from "../ui/Chip.tsx";
import css from "./TagChip.module.css";

interface TagChipProps {
  tag: Pick<TagRef, "name" | "color">;
  remove?: { label: string; onRemove: () => void };
}

/** A tag's name on its colour; a long one is cut, whatever its writing. */
export function TagChip({ tag: { name, color }, remove }: TagChipProps) {
  return (
    <Chip hue={color} remove={remove}>
      <bdi className={css.name} title={name}>{name}</bdi>
    </Chip>
  );
}
