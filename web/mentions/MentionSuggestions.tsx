import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useEffect, useState } from "react";
import { mentions } from "../../src/contract/mentions.ts";
import { tickets } from "../../src/contract/tickets.ts";
import { callNameOf } from "../../src/shared/mentions.ts";
import { call } from "../call.ts";
import { folded } from "../list/folded.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Dot } from "../ui/Dot.tsx";
import { putInto } from "../ui/putInto.ts";
import { type SuggestionKeys, Suggestions } from "../ui/Suggestions.tsx";
import { type Token, tokenAt, withToken } from "./token.ts";
import css from "./MentionSuggestions.module.css";

interface Person {
  id: number;
  name: string;
}

interface MentionSuggestionsProps {
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  keys: SuggestionKeys;
  /** Who can be called here, oneself left out. */
  people: readonly Person[];
  /** Whether tickets can be spoken of, too. */
  withTickets?: boolean;
  onText: (text: string) => void;
  /** Below the field rather than above it. */
  isBelow?: boolean;
}

/** Whom `@` and the letters behind it may mean, and which ticket `#` may; what is chosen stands in the text. */
export default function MentionSuggestions(props: MentionSuggestionsProps) {
  const { text, field, withTickets = false, onText } = props;
  const token = tokenAt(text, field.current?.selectionStart ?? text.length);
  if (!token || (token.sign === "#" && !withTickets)) return null;
  const take = (words: string) => {
    const area = field.current!, next = withToken(text, token, words);
    onText(putInto(area, next.text, { from: 0, to: area.value.length }));
    area.setSelectionRange(next.caret, next.caret);
  };
  return token.sign === "@"
    ? <People {...props} token={token} onTake={take} />
    : <Tickets {...props} token={token} onTake={take} />;
}

interface TokenProps extends MentionSuggestionsProps {
  token: Token;
  onTake: (words: string) => void;
}

function People({ token, people, field, keys, isBelow, onTake }: TokenProps) {
  const { t } = useLingui();
  const wanted = folded(token.query);
  const rows = people.filter(({ name }) => {
    const own = folded(name);
    return own.startsWith(wanted) || own.includes(` ${wanted}`);
  });
  return (
    <Suggestions
      label={t`Chamar alguém`}
      count={(count) => plural(count, { one: "# pessoa", other: "# pessoas" })}
      asked={`@${token.query}`}
      rows={rows.slice(0, 20)}
      keyOf={({ id }) => id}
      draw={({ id, name }) => (
        <span className={css.option}>
          <Avatar id={id} name={name} size={24} />
          <bdi>{name}</bdi>
        </span>
      )}
      field={field}
      keys={keys}
      className={isBelow ? css.below : undefined}
      onTake={(person) => onTake(`@${callNameOf(person, people)}`)}
    />
  );
}

interface Spoken {
  id: number;
  name: string;
  queue: { name: string; color: string } | null;
}

function Tickets({ token, field, keys, isBelow, onTake }: TokenProps) {
  const { t } = useLingui();
  const { rows, isEarly } = useTicketsFor(token.query.trim());
  return (
    <Suggestions
      label={t`Citar um atendimento`}
      count={(count) => plural(count, { one: "# atendimento", other: "# atendimentos" })}
      asked={`#${token.query}`}
      rows={rows}
      keyOf={({ id }) => id}
      draw={({ id, name, queue }) => (
        <span className={css.option}>
          <Dot hue={queue?.color} />
          <bdi>{name}</bdi>
          <small>
            #{id}
            {queue && ` · ${queue.name}`}
          </small>
        </span>
      )}
      isEarly={isEarly}
      field={field}
      keys={keys}
      className={isBelow ? css.below : undefined}
      onTake={({ id }) => onTake(`#${id}`)}
    />
  );
}

/** How long (ms) after the last letter the server is asked. */
const PAUSE = 250;
const MOST = 8;

/** The ticket of that number, and those that the search finds; without a word, the latest in progress. */
function useTicketsFor(query: string): { rows: readonly Spoken[]; isEarly: boolean } {
  const [found, setFound] = useState<{ query: string; rows: readonly Spoken[] }>({ query: "", rows: [] });
  useEffect(() => {
    let isOver = false;
    const clock = setTimeout(
      () => void ticketsFor(query).then((rows) => isOver || setFound({ query, rows }), () => {}),
      query ? PAUSE : 0,
    );
    return () => {
      isOver = true;
      clearTimeout(clock);
    };
  }, [query]);
  // A number that was typed to its end is sent as it is.
  return { rows: found.rows, isEarly: found.query !== query && !/^\d+$/.test(query) && query !== "" };
}

async function ticketsFor(query: string): Promise<Spoken[]> {
  const asked = query ? { searchParam: query, showAll: true } : { status: "open" as const, showAll: true };
  const isNumber = /^[1-9]\d{0,8}$/.test(query);
  const [cards, page] = await Promise.all([
    isNumber ? call(mentions.tickets, { ids: [Number(query)] }) : [],
    call(tickets.list, asked),
  ]);
  const own = cards.flatMap((card) => card.isVisible ? [{ id: card.id, name: card.name, queue: card.queue }] : []);
  const others = page.tickets.filter(({ id }) => own.every((card) => card.id !== id))
    .map(({ id, contact, queue }) => ({ id, name: contact.name || contact.number, queue }));
  return [...own, ...others].slice(0, MOST);
}

/** The button that writes a sign where the caret stands, which asks for the suggestions. */
export function signAtCaret(field: HTMLTextAreaElement, sign: "@" | "#"): string {
  const before = field.value.slice(0, field.selectionStart);
  return putInto(field, /(^|[\s(])$/.test(before) ? sign : ` ${sign}`);
}
