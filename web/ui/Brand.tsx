import { useLingui } from "@lingui/react/macro";
import { useBrand } from "../brand.ts";
import { BrandMark } from "./BrandMark.tsx";
import css from "./BrandMark.module.css";

/** The product's logo and name, side by side; whoever draws it lays them out. */
export function Brand() {
  const { name } = useBrand();
  return (
    <>
      <BrandMark />
      <span className={css.name}>{name}</span>
    </>
  );
}

/** Where the provider helps, and what the terms are; nothing where none is named. */
export function BrandLinks() {
  const { t } = useLingui();
  const { helpLink, termsUrl, privacyUrl } = useBrand();
  const links = [
    { href: helpLink, label: t`Central de ajuda` },
    { href: termsUrl, label: t`Termos de uso` },
    { href: privacyUrl, label: t`Privacidade` },
  ].filter(({ href }) => href !== null);
  if (links.length === 0) return null;
  return (
    <ul className={css.links}>
      {links.map(({ href, label }) => (
        <li key={label}>
          <a href={href!} target="_blank" rel="noopener noreferrer">{label}</a>
        </li>
      ))}
    </ul>
  );
}
