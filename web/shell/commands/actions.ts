import { t } from "@lingui/core/macro";
import {
  ArrowRightLeft,
  Check,
  Keyboard,
  LogOut,
  Plus,
  RotateCcw,
  ShieldCheck,
  SunMoon,
  Undo2,
  UserCheck,
} from "lucide-react";
import { may } from "../../../src/contract/permissions.ts";
import type { Me } from "../../../src/contract/access.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { i18n } from "@lingui/core";
import { navigate } from "wouter/use-browser-location";
import { logout } from "../../log_out.ts";
import { askNewTicket, askTransfer } from "../../tickets/dialogs.ts";
import { accept, giveBack, mayMove, reopen, resolve } from "../../inbox/moves.ts";
import { chooseTheme } from "../../ui/theme.ts";
import { ALT_KEY } from "../../ui/keyNames.ts";
import { callUp } from "../commandBar.ts";
import { hasCampaigns } from "../../session.ts";
import { MENU } from "../menu.ts";
import type { Command } from "./commands.ts";

/** What can be done with the open ticket, as it stands. */
export function ticketActions(ticket: Ticket): Command[] {
  return [
    ...(mayMove(ticket, "accept")
      ? [{
        key: "accept",
        icon: UserCheck,
        label: t`Aceitar`,
        shortcut: `${ALT_KEY} A`,
        run: () => void accept(ticket),
      }]
      : []),
    ...(mayMove(ticket, "resolve")
      ? [{ key: "resolve", icon: Check, label: t`Resolver`, shortcut: `${ALT_KEY} R`, run: () => void resolve(ticket) }]
      : []),
    ...(ticket.status !== "closed"
      ? [{
        key: "transfer",
        icon: ArrowRightLeft,
        label: t`Transferir`,
        shortcut: `${ALT_KEY} T`,
        run: () => askTransfer(ticket),
      }]
      : []),
    ...(mayMove(ticket, "return")
      ? [{ key: "return", icon: Undo2, label: t`Devolver à fila`, run: () => void giveBack(ticket) }]
      : []),
    ...(mayMove(ticket, "reopen")
      ? [{ key: "reopen", icon: RotateCcw, label: t`Reabrir`, run: () => void reopen(ticket) }]
      : []),
  ];
}

/** What can be done anywhere. */
export function actions(): Command[] {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const { theme = isDark ? "dark" : "light" } = document.documentElement.dataset;
  return [
    { key: "new", icon: Plus, label: t`Novo atendimento`, shortcut: `${ALT_KEY} N`, run: () => askNewTicket() },
    {
      key: "theme",
      icon: SunMoon,
      label: theme === "dark" ? t`Tema claro` : t`Tema escuro`,
      run: () => chooseTheme(theme === "dark" ? "light" : "dark"),
    },
    { key: "keys", icon: Keyboard, label: t`Atalhos do teclado`, shortcut: `${ALT_KEY} ?`, run: () => callUp("keys") },
    { key: "security", icon: ShieldCheck, label: t`Segurança`, run: () => callUp("security") },
    { key: "logout", icon: LogOut, label: t`Sair`, run: () => void logout() },
  ];
}

/** The pages that the person's menu has. */
export function pages(me: Me): Command[] {
  return MENU.flatMap(({ links }) => links)
    .filter(({ permission, needs }) => (!permission || may(me, permission)) && (!needs || hasCampaigns()))
    .map(({ path, icon, label }) => ({ key: path, icon, label: i18n._(label), run: () => navigate(path) }));
}
