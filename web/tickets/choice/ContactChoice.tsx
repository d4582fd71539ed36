import { useLingui } from "@lingui/react/macro";
import { UserRound } from "lucide-react";
import { useState } from "react";
import type { Contact } from "../../../src/contract/contacts.ts";
import { PagedRows } from "../../list/PagedRows.tsx";
import { useList } from "../../list/pagedList.ts";
import { useDebounced } from "../../list/useDebounced.ts";
import { reachText } from "../../ui/reach.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Chips } from "../../ui/Chips.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { choosable } from "./choosable.ts";
import css from "./ContactChoice.module.css";

interface ContactChoiceProps {
  chosen: readonly Contact[];
  onChosen: (chosen: readonly Contact[]) => void;
  /** No more than so many. */
  most: number;
  mayChoose?: (contact: Contact) => boolean;
  /** Those who stand above all others while nobody is searched for. */
  first?: readonly Contact[];
}

const NOBODY: readonly Contact[] = [];

/** Contacts to pick some of, by name or number. */
export function ContactChoice({ chosen, onChosen, most, mayChoose = () => true, first = NOBODY }: ContactChoiceProps) {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const searchParam = useDebounced(search.trim().toLowerCase());
  const all = useList(choosable, { searchParam });
  const others = all.rows.filter(({ id }) => !first.some((one) => one.id === id));
  const rows = searchParam || all.page === 0 ? all : { ...all, rows: [...first, ...others] };
  const isChosen = ({ id }: Contact) => chosen.some((one) => one.id === id);
  const toggle = (contact: Contact, on: boolean) =>
    onChosen(on ? [...chosen, contact] : chosen.filter(({ id }) => id !== contact.id));
  return (
    <div className={css.choice}>
      <SearchField label={t`Buscar contatos`} placeholder={t`Nome ou número`} value={search} onText={setSearch} />
      {chosen.length > 0 && (
        <div className={css.chosen}>
          <Chips
            label={t`Escolhidos`}
            chips={chosen.map((one) => ({ id: one.id, name: one.name || reachText(one) }))}
            onRemove={(id) => onChosen(chosen.filter((one) => one.id !== id))}
          />
        </div>
      )}
      <div className={css.rows}>
        <PagedRows
          list={rows}
          label={t`Contatos`}
          place={`choice ${searchParam}`}
          rowHeight={52}
          skeleton={<Waiting />}
          failedTitle={t`Os contatos não chegaram`}
          empty={<Empty icon={UserRound} title={t`Nenhum contato encontrado`} />}
        >
          {(contact) => (
            <div key={contact.id} className={css.row}>
              <Checkbox
                checked={isChosen(contact)}
                disabled={!isChosen(contact) && (chosen.length >= most || !mayChoose(contact))}
                onChecked={(on) => toggle(contact, on)}
              >
                <Avatar id={contact.id} name={contact.name} src={contact.profilePicUrl} size={28} />
                <span>
                  {contact.name || reachText(contact)}
                  <small>{reachText(contact)}</small>
                </span>
              </Checkbox>
            </div>
          )}
        </PagedRows>
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div className={css.row}>
      <Skeleton width="60%" />
    </div>
  );
}
