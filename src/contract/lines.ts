import * as z from "zod/mini";
import { post } from "./call.ts";

export const lines = {
  start: post(
    "/lines/start",
    "Let the lines of a recovered installation start: the server from before must serve them no more",
    {
      who: "companies:edit",
      answer: z.object({
        /** False where nothing was held. */
        wereHeld: z.boolean(),
      }),
    },
  ),
};
