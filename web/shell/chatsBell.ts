import { lazy, type ReactNode } from "react";
import { knowElsewhere } from "../composer/sending/elsewhere.ts";
import { quietIfNarrow } from "../quiet.ts";

/** It comes after what the first view is for; where it does not come, the rest of the bar stays. */
const nothing = { ChatsBell: () => null, ChatsDot: () => null };
const bell = () => quietIfNarrow.then(() => import("./ChatsBell.tsx")).catch(() => nothing);

export const ChatsBell = lazy<() => ReactNode>(() => bell().then(({ ChatsBell }) => ({ default: ChatsBell })));
export const ChatsDot = lazy<() => ReactNode>(() => bell().then(({ ChatsDot }) => ({ default: ChatsDot })));

knowElsewhere(() => import("../chats/sending.ts"));
