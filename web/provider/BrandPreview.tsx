import { Trans, useLingui } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import { accentsOf, SHEETS } from "../../src/shared/accent.ts";
import { BrandMark } from "../ui/BrandMark.tsx";
import css from "./ProviderTab.module.css";

/** How a colour is read in both themes, before it is saved; where it was shifted for that, it says so. */
export function BrandPreview({ name, color, isOurs }: { name: string; color: string; isOurs: boolean }) {
  const { t } = useLingui();
  if (!/^#[0-9a-f]{6}$/.test(color)) return null;
  const accents = accentsOf(color);
  const themes = [
    { theme: "light", label: t`No tema claro`, shifted: t`Escurecida um pouco, para que se leia bem.` },
    { theme: "dark", label: t`No tema escuro`, shifted: t`Ajustada um pouco, para que se leia bem.` },
  ] as const;
  return (
    <ul className={css.previews} aria-label={t`Como fica`}>
      {themes.map(({ theme, label, shifted }) => {
        const { text, fill, soft, isShifted } = accents[theme];
        const { sheet, ink, muted, line } = SHEETS[theme];
        const colors = {
          "--surface": sheet,
          "--text": ink,
          "--text-muted": muted,
          "--line": line,
          "--accent": text,
          "--accent-fill": fill,
          "--accent-soft": soft,
        } as CSSProperties;
        return (
          <li key={theme} className={css.preview} style={colors} aria-label={label}>
            <header>
              <BrandMark />
              <span className="cut">{name}</span>
            </header>
            <p>
              <span className={css.button}>
                <Trans>Botão</Trans>
              </span>
              <span className={css.link}>
                <Trans>Um link</Trans>
              </span>
              <span className={css.soft}>
                <Trans>Etiqueta</Trans>
              </span>
            </p>
            <small>{isShifted && !isOurs ? `${label}: ${shifted}` : label}</small>
          </li>
        );
      })}
    </ul>
  );
}
