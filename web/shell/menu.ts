import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  Building2,
  CalendarClock,
  CircleQuestionMark,
  CodeXml,
  ContactRound,
  History,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessagesSquare,
  NotebookTabs,
  ReceiptText,
  Settings,
  SlidersHorizontal,
  Smartphone,
  Split,
  Tags,
  UsersRound,
  Zap,
} from "lucide-react";
import { may, type Permission } from "../../src/contract/permissions.ts";
import type { Me } from "../../src/contract/access.ts";
import { hasCampaigns } from "../session.ts";

export interface MenuLink {
  path: string;
  icon: LucideIcon;
  label: MessageDescriptor;
  /** Shown to its holders only. */
  permission?: Permission;
  /** Shown where the company may send campaigns. */
  needsCampaigns?: true;
  /** What stands at its end when there is something to tell. */
  badge?: "unread" | "chats" | "attention";
}

export interface MenuSection {
  /** The first section needs no heading. */
  heading?: MessageDescriptor;
  links: readonly MenuLink[];
}

/** The menu, in the specification's order (spec 1 §2.2). */
const MENU: readonly MenuSection[] = [
  {
    links: [
      { path: "/", icon: LayoutDashboard, label: msg`Dashboard`, permission: "dashboard:view" },
      { path: "/tickets", icon: MessagesSquare, label: msg`Atendimentos`, badge: "unread" },
      { path: "/quick-messages", icon: Zap, label: msg`Respostas rápidas` },
      { path: "/contacts", icon: ContactRound, label: msg`Contatos` },
      { path: "/schedules", icon: CalendarClock, label: msg`Agendamentos` },
      { path: "/tags", icon: Tags, label: msg`Tags` },
      { path: "/chats", icon: MessageCircle, label: msg`Chat interno`, badge: "chats" },
      { path: "/helps", icon: CircleQuestionMark, label: msg`Ajuda` },
    ],
  },
  {
    heading: msg`Administração`,
    links: [
      {
        path: "/campaigns",
        icon: Megaphone,
        label: msg`Campanhas`,
        permission: "campaigns:edit",
        needsCampaigns: true,
      },
      {
        path: "/contact-lists",
        icon: NotebookTabs,
        label: msg`Listas de contatos`,
        permission: "campaigns:edit",
        needsCampaigns: true,
      },
      {
        path: "/campaigns-config",
        icon: SlidersHorizontal,
        label: msg`Config. de campanhas`,
        permission: "campaigns:edit",
        needsCampaigns: true,
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
      { path: "/messages-api", icon: CodeXml, label: msg`API de mensagens`, permission: "api:edit" },
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

/** The part of the menu that a person has. */
export function menuOf(me: Me): MenuSection[] {
  const isShown = ({ permission, needsCampaigns }: MenuLink) =>
    (!permission || may(me, permission)) && (!needsCampaigns || hasCampaigns());
  return MENU.map((section) => ({ ...section, links: section.links.filter(isShown) }))
    .filter(({ links }) => links.length > 0);
}
