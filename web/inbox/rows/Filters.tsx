import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Suspense, useState } from "react";
import type { Colleague } from "../../../src/contract/users.ts";
import { folded } from "../../list/folded.ts";
import { useList } from "../../list/pagedList.ts";
import { useMay, useMe } from "../../session.ts";
import { tagChoices } from "../../tags/tags.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { type Address, go } from "../../tickets/address.ts";
import { choicesAtom } from "../../tickets/choices.ts";
import { byWaitAtom, orderByWait } from "../order.ts";
import css from "./Filters.module.css";

/** Which queues and attendants the lists show. Every change takes effect at once. */
export default function Filters({ address, close }: { address: Address; close: () => void }) {
  const { t } = useLingui();
  const byWait = useAtomValue(byWaitAtom);
  const mayShowAll = useMay("tickets-manager:showall");
  const clear = () => go({ queueIds: [], userIds: [], tagIds: [], showAll: undefined }, { replace: true });
  return (
    <div className={css.filters}>
      <Suspense fallback={<Skeleton width="100%" height={120} />}>
        <Choices address={address} />
      </Suspense>
      {mayShowAll && (
        <Switch
          checked={address.showAll !== false}
          onChecked={(on) => go({ showAll: on ? undefined : false }, { replace: true })}
        >
          {t`Mostrar todos`}
        </Switch>
      )}
      <Switch checked={byWait} onChecked={orderByWait}>
        {t`Sem resposta há mais tempo primeiro`}
      </Switch>
      <footer>
        <Button size="small" onClick={clear}>
          <Trans>Limpar</Trans>
        </Button>
        <Button size="small" variant="primary" onClick={close}>
          <Trans>Pronto</Trans>
        </Button>
      </footer>
    </div>
  );
}

function Choices({ address }: { address: Address }) {
  const { allQueues, people } = useAtomValue(choicesAtom);
  const me = useMe();
  const own = me.profile === "admin" ? allQueues : me.queues;
  return (
    <>
      {own.length > 0 && (
        <fieldset>
          <legend>
            <Trans>Filas</Trans>
          </legend>
          {own.map(({ id, name, color }) => (
            <Checkbox
              key={id}
              hue={color}
              checked={address.queueIds.includes(id)}
              onChecked={(on) => go({ queueIds: toggled(address.queueIds, id, on) }, { replace: true })}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <Tags address={address} />
      <People people={people} address={address} />
    </>
  );
}

function Tags({ address }: { address: Address }) {
  const { rows } = useList(tagChoices, {});
  if (rows.length === 0) return null;
  return (
    <fieldset className={css.tags}>
      <legend>
        <Trans>Tags</Trans>
      </legend>
      {rows.map(({ id, name, color }) => (
        <Checkbox
          key={id}
          hue={color}
          checked={address.tagIds.includes(id)}
          onChecked={(on) => go({ tagIds: toggled(address.tagIds, id, on) }, { replace: true })}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function People({ people, address }: { people: readonly Colleague[]; address: Address }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const wanted = folded(text);
  const shown = people.filter(({ id, name }) =>
    address.userIds.includes(id) || (wanted && folded(name).includes(wanted))
  );
  return (
    <div>
      <SearchField label={t`Filtro por Users`} placeholder={t`Filtro por Users`} value={text} onText={setText} />
      <div className={css.people}>
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={address.userIds.includes(id)}
            onChecked={(on) => go({ userIds: toggled(address.userIds, id, on) }, { replace: true })}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </div>
  );
}

function toggled(ids: readonly number[], id: number, on: boolean): number[] {
  return on ? [...ids, id] : ids.filter((one) => one !== id);
}
