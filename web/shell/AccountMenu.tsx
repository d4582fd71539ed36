import { useLingui } from "@lingui/react/macro";
import { useMe } from "../session.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Popover } from "../ui/Popover.tsx";
import { lazy } from "../ui/part.ts";
import css from "./AccountMenu.module.css";

const choices = () => import("./AccountChoices.tsx");
const AccountChoices = lazy(choices);

export function AccountMenu() {
  const { t } = useLingui();
  const { id, name } = useMe();
  const firstName = name.split(" ")[0];
  const fetchAhead = () => void choices().catch(() => {/* It is asked for again when it is needed. */});
  return (
    <Popover
      label={t`Conta`}
      className={css.menu}
      trigger={(props) => (
        <button
          type="button"
          className={css.account}
          {...props}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
        >
          <Avatar id={id} name={name} size={28} />
          <span className="visually-hidden">{t`Conta de`}</span>
          <span className={css.name}>{firstName}</span>
        </button>
      )}
    >
      {(close) => <AccountChoices close={close} />}
    </Popover>
  );
}
