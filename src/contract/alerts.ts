import * as z from "zod/mini";
import { get, post, put } from "./call.ts";
import { typed } from "./fields.ts";
import { type MailFault, MailLanguage } from "./mail.ts";
import { Revision, Was } from "./revisions.ts";

/** What the provider may be told of. */
export const ALERT_KINDS = ["line", "disk", "backup", "certificate", "damage", "restart"] as const;
export type AlertKind = typeof ALERT_KINDS[number];

export const AlertForm = z.object({
  kinds: z.array(z.enum(ALERT_KINDS)).check(z.maxLength(ALERT_KINDS.length)),
  /** To every super user, in their language. */
  byMail: z.boolean(),
  /** Where else they are sent, signed like webhooks; empty: nowhere. */
  url: z.pipe(
    typed(0, 500),
    z.string().check(z.refine((url) => url === "" || (/^https?:\/\//i.test(url) && URL.canParse(url)))),
  ),
});

export const AlertSettings = z.object({
  kinds: z.array(z.enum(ALERT_KINDS)),
  byMail: z.boolean(),
  url: z.string(),
  /** With which what is sent there is signed (Standard Webhooks); only super users see this. */
  secret: z.string(),
  /** Whether there is a mail server, without which nothing is mailed. */
  hasMail: z.boolean(),
  revision: Revision,
});
export type AlertSettings = z.infer<typeof AlertSettings>;

const Posted = z.object({ status: z.nullable(z.int()), said: z.string() });
export type AlertPosted = z.infer<typeof Posted>;

/** `detail` of ERR_MAIL_SERVER of a test: what failed with the e-mail, and what became of the other way all the same. */
export interface AlertTestFault {
  fault: MailFault;
  posted: AlertPosted | null;
}

export const alerts = {
  show: get("/provider/alerts", "What the provider is told of, and how", {
    who: "provider-settings:edit",
    answer: AlertSettings,
  }),
  save: put("/provider/alerts", "Set what the provider is told of, and how", {
    who: "provider-settings:edit",
    body: z.extend(AlertForm, { was: Was }),
    answer: AlertSettings,
  }),
  test: post("/provider/alerts/test", "Send a test alert to oneself and to an address, without saving anything", {
    who: "provider-settings:edit",
    body: z.extend(AlertForm, { language: MailLanguage }),
    answer: z.object({
      /** To whom the mail server took it; null where nothing was mailed. One that did not take it is ERR_MAIL_SERVER. */
      mailedTo: z.nullable(z.string()),
      /** What the address answered: its status, null for none, and why not; null where none was given. */
      posted: z.nullable(Posted),
    }),
  }),
};
