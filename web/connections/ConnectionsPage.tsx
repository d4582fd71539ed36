import { Trans, useLingui } from "@lingui/react/macro";
import { AtSign, BadgeCheck, ChevronDown, MessageCircle, MessagesSquare, Plus, Smartphone } from "lucide-react";
import { Suspense, useState } from "react";
import type { Connection, ConnectionDetails } from "../../src/contract/connections.ts";
import type { Webchat } from "../../src/contract/webchat.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Menu, type MenuEntry } from "../ui/Menu.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { connectionList } from "./connections.ts";
import { LinkDialog } from "./LinkDialog.tsx";
import { FinishLogin } from "./meta/FinishLogin.tsx";
import { META_NAMES, type MetaKind } from "./meta/kinds.ts";
import { detailsOf, webchatOf } from "./verbs.ts";
import { useConnectionColumns } from "./useConnectionColumns.tsx";
import { WhatsAppIcon } from "../ui/WhatsAppIcon.tsx";

const ConnectionDialog = lazyDialog(() => import("./ConnectionDialog.tsx"));
const WebchatDialog = lazyDialog(() => import("./WebchatDialog.tsx"));
const AddMetaDialog = lazyDialog(() => import("./meta/AddMetaDialog.tsx"));
const AccountDialog = lazyDialog(() => import("./meta/AccountDialog.tsx"));

/** The company's connections, their sessions, and what can be done about them. */
export default function ConnectionsPage() {
  const { t } = useLingui();
  const list = useList(connectionList, {});
  const [search, setSearch] = useState("");
  const [edited, setEdited] = useState<ConnectionDetails | NewConnection>();
  const [added, setAdded] = useState<MetaKind>();
  const [account, setAccount] = useState<Connection>();
  const [moved, setMoved] = useState<Connection>();
  const [linkedId, setLinkedId] = useState<number>();
  const [webchat, setWebchat] = useState<{ connection: Connection; webchat: Webchat }>();
  const openWebchat = async (connection: Connection) => {
    const settings = await webchatOf(connection);
    if (settings) setWebchat({ connection, webchat: settings });
  };
  const mayAdd = useMay("connections-page:addConnection");
  const columns = useConnectionColumns({
    onEdit: async (connection) => setEdited(await detailsOf(connection)),
    onShowCode: ({ id }) => setLinkedId(id),
    onInstall: (connection) => void openWebchat(connection),
    onAccount: setAccount,
    onOfficial: setMoved,
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
      action={mayAdd && <AddConnection onAdd={setEdited} onMeta={setAdded} />}
    >
      {mayAdd && <FinishLogin />}
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
          : <NoConnections mayAdd={mayAdd} onAdd={setEdited} onMeta={setAdded} />}
      />
      <Suspense>
        {edited && (
          <ConnectionDialog
            connection={typeof edited === "string" ? undefined : edited}
            channel={typeof edited === "string" ? edited : edited.channel}
            onClose={() => setEdited(undefined)}
            onAdded={(added) => added.channel === "webchat" ? void openWebchat(added) : setLinkedId(added.id)}
          />
        )}
        {webchat && <WebchatDialog {...webchat} onClose={() => setWebchat(undefined)} />}
        {added && <AddMetaDialog kind={added} onClose={() => setAdded(undefined)} />}
        {moved && <AddMetaDialog kind="cloud" moved={moved} onClose={() => setMoved(undefined)} />}
        {account && <AccountDialog connection={account} onClose={() => setAccount(undefined)} />}
      </Suspense>
      {linked && <LinkDialog connection={linked} onClose={() => setLinkedId(undefined)} />}
    </Page>
  );
}

/** What is added with the dialog that all connections share. */
type NewConnection = "whatsapp" | "webchat";

interface AddConnectionProps {
  onAdd: (channel: NewConnection) => void;
  onMeta: (kind: MetaKind) => void;
}

/** What can be connected, the usual one first. */
function useChannels({ onAdd, onMeta }: AddConnectionProps): MenuEntry[] {
  const { t } = useLingui();
  return [
    { label: "WhatsApp", icon: WhatsAppIcon, onChoose: () => onAdd("whatsapp") },
    { label: t`WhatsApp – API oficial`, icon: BadgeCheck, onChoose: () => onMeta("cloud") },
    { label: META_NAMES.facebook, icon: MessageCircle, onChoose: () => onMeta("facebook") },
    { label: META_NAMES.instagram, icon: AtSign, onChoose: () => onMeta("instagram") },
    { label: t`Web chat`, icon: MessagesSquare, onChoose: () => onAdd("webchat") },
  ];
}

function AddConnection(props: AddConnectionProps) {
  const { t } = useLingui();
  const entries = useChannels(props);
  return (
    <Menu
      label={t`Adicionar conexão`}
      trigger={(props) => (
        <Button variant="primary" icon={Plus} {...props}>
          <Trans>Adicionar</Trans>
          <ChevronDown size={16} aria-hidden />
        </Button>
      )}
      entries={entries}
    />
  );
}

function NoConnections({ mayAdd, ...props }: AddConnectionProps & { mayAdd: boolean }) {
  const { t } = useLingui();
  const [, ...others] = useChannels(props);
  return (
    <Empty
      icon={Smartphone}
      title={t`Nenhuma conexão ainda`}
      text={t`Conecte um número de WhatsApp, um web chat no seu site, o Facebook ou o Instagram para começar a atender.`}
      action={mayAdd && (
        <>
          <Button variant="primary" icon={Plus} onClick={() => props.onAdd("whatsapp")}>
            <Trans>Adicionar WhatsApp</Trans>
          </Button>
          <Menu
            label={t`Outros canais`}
            trigger={(trigger) => (
              <Button variant="secondary" {...trigger}>
                <Trans>Outros canais</Trans>
                <ChevronDown size={16} aria-hidden />
              </Button>
            )}
            entries={others}
          />
        </>
      )}
    />
  );
}
