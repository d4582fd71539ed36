import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowRightLeft } from "lucide-react";
import { useEffect } from "react";
import type { CallError } from "../call.ts";
import { Empty } from "../ui/Empty.tsx";
import css from "./Security.module.css";

/** So long (ms) it is read before the browser goes there. */
const READ_WITHIN = 5000;

/** The company lives on another server by now: where, and the way there. */
export function MovedCompany({ error }: { error: CallError }) {
  const { t } = useLingui();
  const { address = "" } = (error.detail ?? {}) as { address?: string };
  useEffect(() => {
    if (!address) return;
    const timer = setTimeout(() => location.assign(address), READ_WITHIN);
    return () => clearTimeout(timer);
  }, [address]);
  return (
    <div role="alert" className={css.step}>
      <Empty
        heading="h1"
        icon={ArrowRightLeft}
        title={t`Sua empresa mudou de endereço`}
        text={
          <Trans>
            Nada se perdeu: conversas, contatos e números ligados já estão lá. Entre com o mesmo e-mail e a mesma senha,
            e guarde o novo endereço. Você vai para lá em alguns segundos.
          </Trans>
        }
        action={<a href={address}>{address.replace(/^https?:\/\//, "")}</a>}
      />
    </div>
  );
}
