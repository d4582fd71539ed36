import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { type Campaign, campaigns } from "../../src/contract/campaigns.ts";
import { call } from "../call.ts";
import { useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { showError } from "../ui/showError.ts";
import { campaignList } from "./campaigns.ts";
import { countText, shareText } from "./words.ts";
import table from "../dashboard/Table.module.css";
import css from "./ReportPage.module.css";

const MOST = 10;

/** Up to ten campaigns side by side. */
export function CompareDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui();
  const list = useList(campaignList, {});
  const [ids, setIds] = useState<readonly number[]>([campaign.id]);
  const [rows, setRows] = useState<readonly Campaign[]>([campaign]);
  const asked = JSON.stringify(ids);
  useEffect(() => {
    let isOld = false;
    call(campaigns.compare, { ids: JSON.parse(asked) }).then((answer) => isOld || setRows(answer), showError);
    return () => void (isOld = true);
  }, [asked]);
  const choices = list.rows.some(({ id }) => id === campaign.id) ? list.rows : [campaign, ...list.rows];
  return (
    <Dialog title={t`Comparar campanhas`} width={860} onClose={onClose} bodyClassName={css.compare}>
      <div className={css.choices} role="group" aria-label={t`Campanhas`}>
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={ids.includes(id)}
            disabled={id === campaign.id || (!ids.includes(id) && ids.length >= MOST)}
            onChecked={(is) => setIds(is ? [...ids, id] : ids.filter((one) => one !== id))}
          >
            {name}
          </Checkbox>
        ))}
        {list.hasMore && (
          <Button size="small" onClick={() => list.more()}>
            <Trans>Mostrar mais</Trans>
          </Button>
        )}
      </div>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t`Comparação`}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`Campanha`}</th>
              {[t`Contatos`, t`Enviadas`, t`Entregues`, t`Lidas`, t`Respondidas`, t`Falharam`, t`Saíram`].map((
                head,
              ) => <th key={head} scope="col" className={table.numeric}>{head}</th>)}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, counts }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td className={table.numeric}>{countText(counts.total)}</td>
                <td className={table.numeric}>{countText(counts.sent)}</td>
                {[counts.delivered, counts.read, counts.answered].map((count, nth) => (
                  <td key={nth} className={table.numeric}>
                    {countText(count)} <span className={css.share}>{shareText(count, counts.sent)}</span>
                  </td>
                ))}
                <td className={table.numeric}>{countText(counts.failed)}</td>
                <td className={table.numeric}>{countText(counts.opted_out)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
