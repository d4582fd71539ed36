import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  Building2,
  CalendarClock,
  CircleQuestionMark,
  ContactRound,
  History,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  NotebookTabs,
  ReceiptText,
  Settings,
  Smartphone,
  Split,
  Tags,
  UsersRound,
  Zap,
} from "lucide-react";
import type { Permission } from "../../src/contract/permissions.ts";

export interface MenuLink {
  path: string;
  icon: LucideIcon;
  label: MessageDescriptor;
  /** Shown to its holders only. */
  permission?: Permission;
  /** Shown only where the company has campaigns (spec 3 §2.1). */
  needs?: "campaigns";
  /** What stands at its end when there is something to tell. */
  badge?: "unread" | "attention";
}

export interface MenuSection {
  /** The first section needs no heading. */
  heading?: MessageDescriptor;
  links: readonly MenuLink[];
}

/** The menu, in the specification's order (spec 1 §2.2). */
export const MENU: readonly MenuSection[] = [
  {
    links: [
      { path: "/", icon: LayoutDashboard, label: msg`Dashboard`, permission: "dashboard:view" },
      { path: "/tickets", icon: MessagesSquare, label: msg`Atendimentos`, badge: "unread" },
      { path: "/quick-messages", icon: Zap, label: msg`Respostas rápidas` },
      { path: "/contacts", icon: ContactRound, label: msg`Contatos` },
      { path: "/schedules", icon: CalendarClock, label: msg`Agendamentos` },
      { path: "/tags", icon: Tags, label: msg`Tags` },
      { path: "/helps", icon: CircleQuestionMark, label: msg`Ajuda` },
    ],
  },
  {
    heading: msg`Administração`,
    links: [
      {
        path: "/contact-lists",
        icon: NotebookTabs,
        label: msg`Listas de contatos`,
        permission: "campaigns:edit",
        needs: "campaigns",
      },
      {
        path: "/connections",
        icon: Smartphone,
        label: msg`Conexões`,
        permission: "drawer-admin-items:view",
        badge: "attention",
      },
      { path: "/queues", icon: Split, label: msg`Filas`, permission: "queues-page:edit" },
      { path: "/users", icon: UsersRound, label: msg`Usuários`, permission: "drawer-admin-items:view" },
      { path: "/financeiro", icon: ReceiptText, label: msg`Financeiro`, permission: "invoices:pay" },
      { path: "/audit", icon: History, label: msg`Registro de atividades`, permission: "audit:view" },
      { path: "/settings", icon: Settings, label: msg`Configurações`, permission: "settings-page:edit" },
    ],
  },
  {
    heading: msg`Provedor`,
    links: [
      { path: "/cockpit", icon: Building2, label: msg`Painel do provedor`, permission: "cockpit:view" },
      { path: "/announcements", icon: Megaphone, label: msg`Informativos`, permission: "announcements:edit" },
    ],
  },
];
