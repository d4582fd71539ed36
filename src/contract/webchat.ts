import * as z from "zod/mini";
import { get, put } from "./call.ts";
import { Id, typed } from "./fields.ts";

/** A page's origin as browsers write it (RFC 6454 §6.2), without a path; `*` stands for every page there is. */
const ORIGIN = /^(\*|https?:\/\/[a-z0-9.-]+(:\d{1,5})?)$/;
export const MOST_ORIGINS = 50;

/** Whether somebody is asked for it before the chat begins. */
export const Asked = z.enum(["off", "optional", "required"]);
export type Asked = z.infer<typeof Asked>;

/** What a visitor sees of a company before anything is said. */
export const WebchatLook = z.object({
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/i)),
  /** Above the chat; empty = the company's name. */
  title: typed(0, 60),
  /** The first line of an empty chat; empty = none. */
  greeting: typed(0, 500),
  position: z.enum(["left", "right"]),
  /** auto = as the visitor's device has it. */
  theme: z.enum(["auto", "light", "dark"]),
});
export type WebchatLook = z.infer<typeof WebchatLook>;

const more = {
  /** Pages of these origins may show the chat; none = only the preview does. */
  origins: z.array(
    z.pipe(
      z.string().check(z.maxLength(200)),
      z.pipe(
        z.transform((text: string) => text.trim().toLowerCase().replace(/\/+$/, "")),
        z.string().check(z.regex(ORIGIN)),
      ),
    ),
  ).check(z.maxLength(MOST_ORIGINS)),
  askName: Asked,
  askEmail: Asked,
  askPhone: Asked,
  /** The connection at WhatsApp where a visitor may go on; null = nowhere. */
  handoverId: z.nullable(Id),
};

/** What the form leaves out stays as it is. */
export const WebchatForm = z.partial(z.extend(WebchatLook, more));
export type WebchatForm = z.infer<typeof WebchatForm>;

export const Webchat = z.object({
  ...WebchatLook.shape,
  title: z.string(),
  greeting: z.string(),
  ...more,
  origins: z.array(z.string()),
  /** Stands in the one line that shows the chat on a page; it is no secret. */
  key: z.string(),
});
export type Webchat = z.infer<typeof Webchat>;

export const webchat = {
  show: get("/webchat/:id", "What a web chat connection looks like, and where it may be shown", {
    who: "connections-page:editOrDeleteConnection",
    answer: Webchat,
  }),
  change: put("/webchat/:id", "Change a web chat connection's look and rules", {
    who: "connections-page:editOrDeleteConnection",
    body: WebchatForm,
    answer: Webchat,
  }),
};
