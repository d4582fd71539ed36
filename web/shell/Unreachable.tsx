import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { CallError } from "../call.ts";
import { OUTAGES } from "../live.ts";
import { resumeSession } from "../follow_session.ts";
import { Failed } from "../ui/Empty.tsx";
import css from "./Whole.module.css";

const AGAIN_AFTER = 5000;

/** At the start, the server did not answer, or cannot serve this company: it is asked again until it does. */
export function Unreachable({ error }: { error: unknown }) {
  const { t } = useLingui();
  const isOurs = error instanceof CallError && OUTAGES.some((code) => code === error.code);
  useEffect(() => {
    // Without a way to the server there is what was read before. That part may not be there either.
    if (!isOurs) void import("../installed/reading.ts").then(({ openKept }) => openKept()).catch(() => {});
    const clock = setInterval(resumeSession, AGAIN_AFTER);
    return () => clearInterval(clock);
  }, []);
  return (
    <main className={css.whole}>
      <Failed
        heading="h1"
        title={isOurs ? t`O sistema não pode atender agora` : t`O servidor não responde`}
        error={isOurs ? error : new CallError("ERR_OFFLINE", 0)}
        onRetry={resumeSession}
      />
    </main>
  );
}
