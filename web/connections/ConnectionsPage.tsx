import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, MessageCircle, Plus, Smartphone } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ConnectionDetails } from "../../src/contract/connections.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Menu } from "../ui/Menu.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { connectionList } from "./connections.ts";
import { LinkDialog } from "./LinkDialog.tsx";
import { detailsOf } from "./verbs.ts";
import { useConnectionColumns } from "./useConnectionColumns.tsx";
import { WhatsAppIcon } from "../ui/WhatsAppIcon.tsx";

const ConnectionDialog = lazy(() => import("./ConnectionDialog.tsx"));
const ChannelLater = lazy(() => import("./ChannelLater.tsx"));

/** The company's connections, their sessions, and what can be done about them. */
export default function ConnectionsPage() {
  const { t } = useLingui();
  const list = useList(connectionList, {});
  const [search, setSearch] = useState("");
  const [edited, setEdited] = useState<ConnectionDetails | "new">();
  const [later, setLater] = useState<"Facebook" | "Instagram">();
  const [linkedId, setLinkedId] = useState<number>();
  const mayAdd = useMay("connections-page:addConnection");
  const columns = useConnectionColumns({
    onEdit: async (connection) => setEdited(await detailsOf(connection)),
    onShowCode: ({ id }) => setLinkedId(id),
  });

  const found = search.trim().toLowerCase();
  // A number may be written as the table shows it.
  const digits = /^[+\d\s()-]*$/.test(found) ? found.replace(/\D/g, "") : found;
  const rows = list.rows.filter(({ name, number }) => name.toLowerCase().includes(found) || number.includes(digits));
  const linked = list.rows.find(({ id }) => id === linkedId);
  return (
    <Page
      title={t`Conexões`}
      search={<SearchField label={t`Buscar conexões`} placeholder={t`Buscar`} value={search} onText={setSearch} />}
      action={mayAdd && <AddConnection onWhatsApp={() => setEdited("new")} onLater={setLater} />}
    >
      <DataTable
        name="connections"
        list={{ ...list, rows }}
        label={t`Conexões`}
        place="connections"
        columns={columns}
        rowHeight={56}
        empty={found
          ? (
            <NothingFound
              title={t`Nenhuma conexão encontrada`}
              text={t`Nada com “${search}” no nome ou no número.`}
              onClear={() => setSearch("")}
            />
          )
          : <NoConnections mayAdd={mayAdd} onAdd={() => setEdited("new")} />}
      />
      <Suspense>
        {edited && (
          <ConnectionDialog
            connection={edited === "new" ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onAdded={({ id }) => setLinkedId(id)}
          />
        )}
        {later && <ChannelLater channel={later} onClose={() => setLater(undefined)} />}
      </Suspense>
      {linked && <LinkDialog connection={linked} onClose={() => setLinkedId(undefined)} />}
    </Page>
  );
}

interface AddConnectionProps {
  onWhatsApp: () => void;
  onLater: (channel: "Facebook" | "Instagram") => void;
}

function AddConnection({ onWhatsApp, onLater }: AddConnectionProps) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`Adicionar conexão`}
      trigger={(props) => (
        <Button variant="primary" icon={Plus} {...props}>
          <Trans>Adicionar</Trans>
          <ChevronDown size={16} aria-hidden />
        </Button>
      )}
      entries={[
        { label: "WhatsApp", icon: WhatsAppIcon, onChoose: () => onWhatsApp() },
        ...(["Facebook", "Instagram"] as const).map((channel) => ({
          label: channel,
          icon: MessageCircle,
          onChoose: () => onLater(channel),
        })),
      ]}
    />
  );
}

function NoConnections({ mayAdd, onAdd }: { mayAdd: boolean; onAdd: () => void }) {
  const { t } = useLingui();
  return (
    <Empty
      icon={Smartphone}
      title={t`Nenhuma conexão ainda`}
      text={t`Conecte um número de WhatsApp para começar a atender.`}
      action={mayAdd && (
        <Button variant="primary" icon={Plus} onClick={() => onAdd()}>
          <Trans>Adicionar WhatsApp</Trans>
        </Button>
      )}
    />
  );
}
