import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Suspense } from "react";
import { Link, useLocation } from "wouter";
import { useMe } from "../session.ts";
import { callsText } from "../inbox/calls.ts";
import { Count } from "../ui/Count.tsx";
import { useAttention } from "./attention.ts";
import { ChatsDot } from "./chatsBell.ts";
import { type MenuLink, menuOf } from "./menu.ts";
import { callsAtom } from "./unread.ts";
import css from "./Drawer.module.css";

/** The navigation menu: as a drawer, as a rail of icons, or inside a phone's overlay. */
export function Drawer({ rail = false, onFollow }: { rail?: boolean; onFollow?: () => void }) {
  const { t, i18n } = useLingui();
  const me = useMe();
  const sections = menuOf(me);
  return (
    <nav className={css.drawer} data-rail={rail} aria-label={t`Menu principal`}>
      {sections.map(({ heading, links }, index) => (
        <div key={index}>
          {heading && <h2>{i18n._(heading)}</h2>}
          <ul>
            {links.map((link) => (
              <li key={link.path}>
                <DrawerLink link={link} rail={rail} onFollow={onFollow} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function DrawerLink({ link, rail, onFollow }: { link: MenuLink; rail: boolean; onFollow?: () => void }) {
  const { i18n } = useLingui();
  const [place] = useLocation();
  const { path, icon: Icon, badge } = link;
  const label = i18n._(link.label);
  const isHere = place === path || place.startsWith(`${path}/`);
  return (
    <Link
      href={path}
      className={css.link}
      aria-current={isHere ? "page" : undefined}
      data-tooltip={rail ? label : undefined}
      onClick={onFollow}
    >
      <Icon size={20} aria-hidden />
      <span className={css.label}>{label}</span>
      {badge === "unread" && <Unread />}
      {badge === "chats" && (
        <Suspense>
          <ChatsDot />
        </Suspense>
      )}
      {badge === "attention" && <Attention />}
    </Link>
  );
}

function Unread() {
  const calls = useAtomValue(callsAtom);
  return calls.count > 0 && <Count of={calls.count} label={callsText(calls)} />;
}

function Attention() {
  const { t } = useLingui();
  const isNeeded = useAttention();
  return isNeeded && <Count of="!" tone="danger" label={t`há conexões com problema`} />;
}
