import { useLingui } from "@lingui/react/macro";
import { Dialog } from "../../ui/Dialog.tsx";
import { Key } from "../../ui/Key.tsx";
import { KEY_LIST } from "./keys.ts";
import css from "./KeysDialog.module.css";

/** All keys on one page. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <Dialog title={t`Atalhos do teclado`} width={520} onClose={onClose} bodyClassName={css.body}>
      {KEY_LIST.map(({ heading, keys }, index) => (
        <section key={index}>
          <h3>{i18n._(heading)}</h3>
          <dl>
            {keys.map(([names, says]) => (
              <div key={names.join()}>
                <dt>{names.map((name) => <Key key={name}>{name}</Key>)}</dt>
                <dd>{i18n._(says)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
