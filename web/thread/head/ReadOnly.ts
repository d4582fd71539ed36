import { createContext } from "react";

/** Whether a thread is only looked at: nothing can be done about its messages. */
export const ReadOnly = createContext(false);
