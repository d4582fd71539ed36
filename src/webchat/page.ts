import { companyRow } from "../companies/companies.ts";
import { brandShown } from "../brand/brand.ts";
import type { WidgetStart } from "../contract/widget.ts";
import type { Company } from "../platform/company.ts";
import type { Tenants } from "../platform/tenants.ts";
import { accentStyle } from "../shared/accent.ts";
import { answersIn } from "./answer_time.ts";
import { handoverNumber } from "./handover.ts";
import type { WebchatRow } from "./table.ts";

/** What the frame's script is told with its page. */
export function startOf(tenants: Tenants, company: Company, chat: WebchatRow, isOpen: boolean): WidgetStart {
  const { key, color, greeting, position, theme, askName, askEmail, askPhone } = chat;
  return {
    key,
    color,
    title: chat.title || companyRow(tenants, company.id)!.name,
    greeting,
    position,
    theme,
    ask: { name: askName, email: askEmail, phone: askPhone },
    hasHandover: handoverNumber(company.read, chat) !== "",
    isOpen,
    product: brandShown(tenants.provider.read).name,
    answersIn: answersIn(tenants, company, chat.connectionId, Date.now()),
  };
}

/** The page inside the frame. Its words come with its script, in the visitor's language. */
export function framePage(start: WidgetStart): string {
  const { title, color, theme } = start;
  const told = JSON.stringify(start).replaceAll("<", "\\u003c");
  return `<!doctype html><html lang="pt"${
    theme === "auto" ? "" : ` data-theme="${theme}"`
  }><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">` +
    `<meta name="robots" content="noindex"><title>${escaped(title)}</title><link rel="icon" href="data:,">` +
    `<link rel="stylesheet" href="/widget/frame.css"><style id="accent">${accentStyle(color)}</style>` +
    `<script type="application/json" id="start">${told}</script>` +
    `<script type="module" src="/widget/frame.js"></script></head><body></body></html>`;
}

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (char) => names[char]!);
}

/**
 * What the frame's page may do, and which pages may show it: those of the connection's origins, and our own for the
 * preview (CSP3 §6.4.2).
 */
export function framePolicy(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors 'self' ${origins.join(" ")}`.trim(),
  ].join("; ");
}
