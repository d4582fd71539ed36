import type { ReactNode } from "react";
import { Brand, BrandLinks } from "../ui/Brand.tsx";
import { LanguageSelect } from "../ui/LanguageSelect.tsx";
import { ThemeSegments } from "../ui/ThemeSegments.tsx";
import { Glance } from "./Glance.tsx";
import css from "./LoginPage.module.css";

/** What stands around a form for those who are not in: the product's name, the language, and a glance at what waits. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <div className={css.login}>
      <main className={css.side}>
        <p className={css.brand}>
          <Brand />
        </p>
        {children}
        <footer className={css.foot}>
          <LanguageSelect className={css.language} />
          <BrandLinks />
          <ThemeSegments withIcons />
        </footer>
      </main>
      <Glance />
    </div>
  );
}
