import * as z from "zod/mini";
import { del, get, post, put } from "./call.ts";
import { Id, typed } from "./fields.ts";
import { Day } from "./hours.ts";
import { Revision, Was } from "./revisions.ts";

export const HolidayForm = z.object({ date: Day, name: typed(2, 50) });
/** A day on which the company is closed. */
export const Holiday = z.extend(HolidayForm, { id: Id, name: z.string(), revision: Revision });
export type Holiday = z.infer<typeof Holiday>;

export const holidays = {
  list: get("/holidays", "The days on which the company is closed, by date", { answer: z.array(Holiday) }),
  add: post("/holidays", "Close on a day", { who: "settings-page:edit", body: HolidayForm, answer: Holiday }),
  change: put("/holidays/:id", "Move a holiday or rename it", {
    who: "settings-page:edit",
    body: z.extend(HolidayForm, { was: Was }),
    answer: Holiday,
  }),
  remove: del("/holidays/:id", "Be open on a day again", { who: "settings-page:edit" }),
};
