import { lazy, type ReactNode } from "react";
import { quietIfNarrow } from "../quiet.ts";

/** It comes after what the first view is for; where it does not come, the rest of the bar stays. */
const nothing = { AnnouncementsBell: () => null, AnnouncementsDot: () => null };
const bell = () => quietIfNarrow.then(() => import("./AnnouncementsBell.tsx")).catch(() => nothing);

export const AnnouncementsBell = lazy<() => ReactNode>(() =>
  bell().then(({ AnnouncementsBell }) => ({ default: AnnouncementsBell }))
);
export const AnnouncementsDot = lazy<() => ReactNode>(() =>
  bell().then(({ AnnouncementsDot }) => ({ default: AnnouncementsDot }))
);
