import css from "./Skeleton.module.css";

interface SkeletonProps {
  width: number | string;
  height?: number;
  round?: boolean;
}

/** The place of something that is on its way. Only drawn: the list around it says that it is loading. */
export function Skeleton({ width, height = 10, round = false }: SkeletonProps) {
  return (
    <span className={css.skeleton} style={{ inlineSize: width, blockSize: height }} data-round={round} aria-hidden />
  );
}
