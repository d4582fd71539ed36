import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Suspense, useState } from "react";
import type { Message } from "../../src/contract/messages.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { tryAgain } from "../composer/sending/sending.ts";
import { nowAtom } from "../inbox/clock.ts";
import { useList } from "../list/pagedList.ts";
import { traitsOf } from "../thread/traits.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { windowList } from "./answerWindow.ts";
import { standing } from "./left.ts";

const TemplateDialog = lazyDialog(() => import("./templates/TemplateDialog.tsx"));

/** What can be done about a message that failed: the same again while that may be, a template once it may not. */
export default function RetryInWindow({ message, ticket }: { message: Message; ticket: Ticket }) {
  const [isChoosing, setChoosing] = useState(false);
  const now = useAtomValue(nowAtom);
  const { rows: [window], state } = useList(windowList, { id: ticket.id });
  // Whoever cannot ask may try: the server says it.
  if (!window && state !== "failed") return null;
  const isShut = standing(window?.until ? Date.parse(window.until) : null, now) === "shut";
  if (!isShut) {
    return (
      <button type="button" onClick={() => tryAgain(message)}>
        <Trans>Tentar novamente</Trans>
      </button>
    );
  }
  if (!traitsOf(ticket).templates || ticket.status !== "open") return null;
  return (
    <>
      <button type="button" onClick={() => setChoosing(true)}>
        <Trans>Escolher modelo</Trans>
      </button>
      <Suspense>
        {isChoosing && <TemplateDialog ticket={ticket} onClose={() => setChoosing(false)} />}
      </Suspense>
    </>
  );
}
