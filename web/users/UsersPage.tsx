import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type User, USER_SORTS } from "../../src/contract/users.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { RemoveButton } from "../list/RemoveButton.tsx";
import { useDebounced } from "../list/useDebounced.ts";
import { useSorting } from "../list/useSorting.ts";
import { Button } from "../ui/Button.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { PasswordLinkDialog } from "./PasswordLinkDialog.tsx";
import UserDialog from "./UserDialog.tsx";
import { removeUsers, userList } from "./users.ts";
import { useUserColumns } from "./useUserColumns.tsx";

/** The company's users (spec 2 §2). */
export default function UsersPage() {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const searchParam = useDebounced(search.trim().toLowerCase());
  const sorting = useSorting("users", USER_SORTS);
  const list = useList(userList, { searchParam, ...sorting.query });
  const [edited, setEdited] = useState<User | "new">();
  const [linked, setLinked] = useState<User>();
  return (
    <Page
      title={t`Usuários`}
      search={<SearchField label={t`Buscar usuários`} placeholder={t`Buscar`} value={search} onText={setSearch} />}
      action={
        <Button variant="primary" icon={Plus} onClick={() => setEdited("new")}>
          <Trans>Adicionar</Trans>
        </Button>
      }
    >
      <DataTable
        name="users"
        list={list}
        sorting={sorting}
        bulk={{
          says: (count) => plural(count, { one: "# usuário selecionado", other: "# usuários selecionados" }),
          actions: (rows) => <RemoveButton onRemove={() => removeUsers(rows)} />,
        }}
        label={t`Usuários`}
        place={`users ${searchParam}`}
        columns={useUserColumns({ onEdit: setEdited, onLink: setLinked })}
        rowHeight={56}
        empty={
          <NothingFound
            title={t`Nenhum usuário encontrado`}
            text={t`Ninguém com “${search}” no nome ou no e-mail.`}
            onClear={() => setSearch("")}
          />
        }
      />
      {edited && <UserDialog user={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {linked && <PasswordLinkDialog user={linked} onClose={() => setLinked(undefined)} />}
    </Page>
  );
}
