import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { CallError } from "../call.ts";
import { resumeSession } from "../session.ts";
import { Failed } from "../ui/Empty.tsx";
import css from "./Whole.module.css";

const AGAIN_AFTER = 5000;

/** At the start, the server did not answer: it is asked again until it does. */
export function Unreachable() {
  const { t } = useLingui();
  useEffect(() => {
    const clock = setInterval(resumeSession, AGAIN_AFTER);
    return () => clearInterval(clock);
  }, []);
  return (
    <main className={css.whole}>
      <Failed
        heading="h1"
        title={t`O servidor não responde`}
        error={new CallError("ERR_OFFLINE", 0)}
        onRetry={resumeSession}
      />
    </main>
  );
}
