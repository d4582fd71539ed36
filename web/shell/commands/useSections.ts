import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Search } from "lucide-react";
import { navigate } from "wouter/use-browser-location";
import { contacts } from "../../../src/contract/contacts.ts";
import { type Hit, type Ticket, tickets } from "../../../src/contract/tickets.ts";
import { call } from "../../call.ts";
import { LEAST_LETTERS, useFound } from "../../list/useFound.ts";
import { placeOfSearch } from "../../search/search.ts";
import { useMe } from "../../session.ts";
import { go } from "../../tickets/address.ts";
import { openTicketAtom } from "../../thread/opened.ts";
import { deskAtom } from "../../inbox/desk.ts";
import { askNewTicket } from "../../tickets/dialogs.ts";
import { formatNumber } from "../../../src/shared/phone_numbers.ts";
import { previewOf } from "../../inbox/preview.ts";
import { actions, pages, ticketActions } from "./actions.ts";
import { type Command, filled, matching, type Section } from "./commands.ts";

/** The server is asked this long (ms) after the last letter. */
const PAUSE = 200;
const MOST = 5;

/** What the command bar offers for a text, and whether more is on its way. */
export function useSections(text: string): { sections: readonly Section[]; isAsking: boolean } {
  const { t } = useLingui();
  const me = useMe();
  const open = useAtomValue(openTicketAtom);
  const near = useNearTickets(text);
  const hits = useFound(text, findTickets, PAUSE);
  const people = useFound(text, findContacts, PAUSE);
  const far = hits.rows.filter((ticket) => !near.some(({ id }) => id === ticket.id));
  const sections = filled([
    { key: "tickets", title: t`Atendimentos`, commands: [...near, ...far].slice(0, MOST).map(ticketCommand) },
    {
      key: "contacts",
      title: t`Contatos`,
      commands: people.rows.slice(0, MOST).map((contact) => ({
        key: `contact-${contact.id}`,
        avatar: { id: contact.id, name: contact.name, src: contact.profilePicUrl },
        label: contact.name,
        more: formatNumber(contact.number),
        end: t`Abrir conversa`,
        run: () => askNewTicket(contact),
      })),
    },
    { key: "ticket", title: t`Ações neste atendimento`, commands: open ? matching(ticketActions(open), text) : [] },
    { key: "actions", title: t`Ações`, commands: matching(actions(), text) },
    { key: "pages", title: t`Ir para`, commands: matching(pages(me), text) },
    { key: "search", title: t`Busca`, commands: [searchCommand(text)] },
  ]);
  return { sections, isAsking: text.trim().length >= LEAST_LETTERS && hits.state === "asking" };
}

function searchCommand(text: string): Command {
  const wanted = text.trim();
  return {
    key: "search",
    icon: Search,
    label: wanted ? t`Buscar “${wanted}” em tudo` : t`Buscar em tudo`,
    run: () => navigate(placeOfSearch({ text: wanted })),
  };
}

/** Tickets on the desk whose contact is called so: they are here at once. */
function useNearTickets(text: string): Ticket[] {
  const { pending, open, group } = useAtomValue(deskAtom);
  if (!text.trim()) return [];
  const rows = [...open.rows, ...pending.rows, ...group.rows];
  return matching(rows.map((ticket) => ({ ticket, label: ticket.contact.name })), text).map(({ ticket }) => ticket);
}

function ticketCommand({ id, uuid, contact, queue, lastMessageKind, lastMessage }: Ticket): Command {
  return {
    key: `ticket-${id}`,
    avatar: { id: contact.id, name: contact.name, src: contact.profilePicUrl },
    label: contact.name || formatNumber(contact.number),
    more: previewOf(lastMessageKind, lastMessage).text,
    queue: queue ?? undefined,
    run: () => go({ uuid }),
  };
}

/** Each ticket once, though several of its messages may have matched. */
async function findTickets(searchParam: string): Promise<Ticket[]> {
  const { hits } = await call(tickets.search, { searchParam, pageNumber: 1 });
  return [...new Map(hits.map(({ ticket }: Hit) => [ticket.id, ticket])).values()];
}

async function findContacts(searchParam: string) {
  return (await call(contacts.list, { searchParam, pageNumber: 1 })).contacts;
}
