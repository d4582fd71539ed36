import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarClock, Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { contacts } from "../../src/contract/contacts.ts";
import { type Schedule, SCHEDULE_SORTS } from "../../src/contract/schedules.ts";
import { call } from "../call.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { RemoveButton } from "../list/RemoveButton.tsx";
import { useDebounced } from "../list/useDebounced.ts";
import { useSorting } from "../list/useSorting.ts";
import { readParams } from "../search_params.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Empty } from "../ui/Empty.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { codeText, showError } from "../ui/showError.ts";
import { useDates } from "../ui/useDates.ts";
import ScheduleDialog from "./ScheduleDialog.tsx";
import { removeSchedule, removeSchedules, scheduleList, statusText } from "./schedules.ts";
import css from "./SchedulesPage.module.css";

/** In the table a text is cut after this many characters (spec 1 §9). */
const SHOWN = 25;

type Edited = { schedule: Schedule } | { contact: { id: number; name: string } | null };

/** The scheduled messages (spec 1 §2.14); `?contactId=` begins one for that contact. */
export default function SchedulesPage() {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const searchParam = useDebounced(search.trim().toLowerCase());
  const sorting = useSorting("schedules", SCHEDULE_SORTS);
  const list = useList(scheduleList, { searchParam, ...sorting.query });
  const [edited, setEdited] = useState<Edited>();
  useAskedContact((contact) => setEdited({ contact }));
  const add = (variant: "primary" | "secondary") => (
    <Button
      variant={variant}
      icon={Plus}
      onClick={() => setEdited({ contact: null })}
    >
      <Trans>Novo agendamento</Trans>
    </Button>
  );
  return (
    <Page
      title={t`Agendamentos`}
      search={<SearchField label={t`Buscar agendamentos`} placeholder={t`Buscar`} value={search} onText={setSearch} />}
      action={add("primary")}
    >
      <DataTable
        name="schedules"
        list={list}
        sorting={sorting}
        bulk={{
          says: (count) => plural(count, { one: "# agendamento selecionado", other: "# agendamentos selecionados" }),
          actions: (rows) => <RemoveButton onRemove={() => removeSchedules(rows)} />,
        }}
        label={t`Agendamentos`}
        place={`schedules ${searchParam}`}
        columns={useScheduleColumns((schedule) => setEdited({ schedule }))}
        empty={searchParam
          ? (
            <NothingFound
              title={t`Nenhum agendamento encontrado`}
              text={t`Nada com “${search}” no contato ou na mensagem.`}
              onClear={() => setSearch("")}
            />
          )
          : (
            <Empty
              icon={CalendarClock}
              title={t`Nenhum agendamento ainda`}
              text={t`Escreva agora o que o cliente deve receber na hora certa: um lembrete, um aviso, um parabéns.`}
              action={add("secondary")}
            />
          )}
      />
      {edited && <ScheduleDialog {...edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

/** Reads the contact that the address asks for, once, and takes it out of the address. */
function useAskedContact(onContact: (contact: { id: number; name: string }) => void): void {
  const asked = readParams(useSearch()).number("contactId");
  useEffect(() => {
    if (!asked) return;
    navigate("/schedules", { replace: true });
    call(contacts.show, { id: asked }).then(onContact, showError);
  }, [asked]);
}

function useScheduleColumns(onEdit: (schedule: Schedule) => void): readonly Column<Schedule>[] {
  const { t } = useLingui();
  const dates = useDates();
  return [
    {
      id: "contact",
      title: t`Contato`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: ({ contact }) => <bdi className="cut">{contact.name}</bdi>,
    },
    {
      id: "body",
      title: t`Mensagem`,
      width: "minmax(0, 3fr)",
      card: "main",
      cell: ({ body, sendAt }) => (
        <>
          <bdi className={`cut ${css.body}`} title={body}>{shortened(body)}</bdi>
          <span className={`only-narrow ${css.time}`}>{dates.dateTimeSeconds(sendAt)}</span>
        </>
      ),
    },
    {
      id: "sendAt",
      title: t`Data de envio`,
      width: "168px",
      cell: ({ sendAt }) => (
        <time className={css.time} dateTime={sendAt} title={dates.full(sendAt)}>{dates.dateTimeSeconds(sendAt)}</time>
      ),
    },
    {
      id: "status",
      title: t`Status`,
      width: "120px",
      card: "side",
      cell: (schedule) => <Status schedule={schedule} />,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "72px",
      align: "end",
      card: "corner",
      cell: (schedule) => <Actions schedule={schedule} onEdit={() => onEdit(schedule)} />,
    },
  ];
}

function Actions({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const { t } = useLingui();
  return (
    <span className={css.actions}>
      <IconButton
        label={t`Editar a mensagem para ${schedule.contact.name}`}
        icon={Pencil}
        onClick={onEdit}
      />
      <IconButton
        label={t`Excluir a mensagem para ${schedule.contact.name}`}
        icon={Trash2}
        onClick={() => removeSchedule(schedule)}
      />
    </span>
  );
}

const TONES = { PENDENTE: "waiting", ENVIADA: "success", ERRO: "danger" } as const;

function Status({ schedule }: { schedule: Schedule }) {
  const { status, failure } = schedule;
  const why = failure ? codeText(failure) : undefined;
  return (
    <span data-tooltip={why}>
      <Chip tone={TONES[status]}>{statusText(schedule)}</Chip>
      {why && <span className="visually-hidden">{why}</span>}
    </span>
  );
}

function shortened(body: string): string {
  const letters = [...body.replace(/\s+/g, " ")];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join("")}…` : letters.join("");
}
