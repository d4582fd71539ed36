import type { Virtualizer } from "@tanstack/react-virtual";
import type { ReactNode } from "react";
import css from "./VirtualItems.module.css";

interface VirtualItemsProps {
  virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  /** What list and items are to a screen reader; without it, nothing. */
  as?: "ul" | "ol";
  children: (index: number) => ReactNode;
}

/** The items of a long list that are near the screen, each at its place. */
export function VirtualItems({ virtualizer, as: List, children }: VirtualItemsProps) {
  const Whole = List ?? "div", Item = List ? "li" : "div";
  const { scrollMargin } = virtualizer.options;
  return (
    <Whole className={css.whole} style={{ blockSize: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <Item
          key={key as string | number}
          ref={virtualizer.measureElement}
          data-index={index}
          className={css.item}
          style={{ insetBlockStart: start - scrollMargin }}
        >
          {children(index)}
        </Item>
      ))}
    </Whole>
  );
}
