import { lazy, type ReactNode } from "react";

/** It comes after what the first view is for; where it does not come, the rest of the bar stays. */
const nothing = { NewsBell: () => null, NewsDot: () => null };
const news = () => import("./NewsBell.tsx").catch(() => nothing);

export const NewsBell = lazy<() => ReactNode>(() => news().then(({ NewsBell }) => ({ default: NewsBell })));
export const NewsDot = lazy<() => ReactNode>(() => news().then(({ NewsDot }) => ({ default: NewsDot })));
