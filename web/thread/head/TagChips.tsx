import { useLingui } from "@lingui/react/macro";
import type { TagRef } from "../../../src/contract/tags.ts";
import { TagName } from "../../tags/TagChip.tsx";
import { Chips } from "../../ui/Chips.tsx";
import css from "./TagStrip.module.css";

interface TagChipsProps {
  tags: readonly TagRef[];
  onRemove: (tag: TagRef) => void;
}

/** A ticket's tags, walked through with the arrow keys and taken off. */
export default function TagChips({ tags, onRemove }: TagChipsProps) {
  const { t } = useLingui();
  return (
    <Chips
      label={t`Tags do atendimento`}
      className={css.tags}
      chips={tags.map((tag) => ({
        id: tag.id,
        name: tag.name,
        text: <TagName name={tag.name} />,
        hue: tag.color,
        removal: t`Tirar a tag ${tag.name}`,
      }))}
      onRemove={(id) => onRemove(tags.find((tag) => tag.id === id)!)}
    />
  );
}
