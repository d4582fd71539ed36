import { plural } from "@lingui/core/macro";
import { useAtomValue } from "jotai";
import { viewersAtom } from "../presence.ts";
import css from "./ThreadHead.module.css";

/** Which colleagues have this ticket before them, or who of them writes, after whatever stands in that line. */
export function Colleagues({ isAlone }: { isAlone: boolean }) {
  const people = useAtomValue(viewersAtom);
  const typists = people.filter(({ typing }) => typing);
  return (
    <span role="status">
      {people.length > 0 && !isAlone && <span className="only-wide">&nbsp;·&nbsp;</span>}
      {people.length > 0 && <span className={css.colleagues}>{words()}</span>}
    </span>
  );

  function words() {
    const count = typists.length || people.length;
    const names = namesOf(typists.length ? typists : people);
    return typists.length
      ? plural(count, { one: `${names} está digitando…`, other: `${names} estão digitando…` })
      : plural(count, { one: `${names} está vendo isto`, other: `${names} estão vendo isto` });
  }
}

function namesOf(people: readonly { name: string }[]): string {
  const [first, ...rest] = people.map(({ name }) => name.split(" ")[0]!);
  return rest.length === 0 ? first ?? "" : rest.length === 1 ? `${first}, ${rest[0]}` : `${first} +${rest.length}`;
}
