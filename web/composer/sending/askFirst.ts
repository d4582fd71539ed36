import { t } from "@lingui/core/macro";
import { secondsInMinute } from "date-fns/constants";
import { differenceInMinutes } from "date-fns/differenceInMinutes";
import { differenceInSeconds } from "date-fns/differenceInSeconds";
import { confirm, type Question } from "../../ui/confirm.ts";
import { noticeAnswers } from "../../thread/knowing.ts";
import { plainText } from "../../thread/markup.ts";
import { signatureOf } from "../signature.ts";

/** A colleague's answer that the sender may not have noticed, as the server tells of it. */
interface Answered {
  name: string;
  body: string;
  at: string;
}

/** Whether a message is meant although a colleague has answered meanwhile. */
export async function isMeantAllTheSame(detail: unknown): Promise<boolean> {
  const isMeant = await confirm(questionAbout(detail as Answered, new Date()));
  noticeAnswers();
  return isMeant;
}

const ROUNDED = { roundingMethod: "round" } as const;

function questionAbout({ name, body, at }: Answered, now: Date): Question {
  const [first = name] = name.split(" ");
  const seconds = Math.max(1, differenceInSeconds(now, at, ROUNDED));
  const minutes = differenceInMinutes(now, at, ROUNDED);
  const words = plainText(body.slice(signatureOf(body).length));
  const said = words.length > 160 ? `${words.slice(0, 160)}…` : words;
  return {
    title: seconds < secondsInMinute ? t`${first} respondeu há ${seconds} s` : t`${first} respondeu há ${minutes} min`,
    text: said ? t`“${said}” Enviar a sua mensagem mesmo assim?` : t`Enviar a sua mensagem mesmo assim?`,
    yes: t`Enviar mesmo assim`,
  };
}
