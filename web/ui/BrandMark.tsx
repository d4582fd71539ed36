import { useBrand } from "../brand.ts";
import css from "./BrandMark.module.css";

/** The logo: the provider's own, or a message on a counter. */
export function BrandMark() {
  const { logo } = useBrand();
  if (logo) return <img className={css.logo} src={logo} alt="" />;
  return (
    <svg className={css.mark} viewBox="0 0 28 28" aria-hidden>
      <rect width="28" height="28" rx="8" fill="currentColor" />
      <path
        d="M8.5 6.5h11a2 2 0 0 1 2 2v4.8a2 2 0 0 1-2 2h-5.2l-3.1 2.7v-2.7H8.5a2 2 0 0 1-2-2V8.5a2 2 0 0 1 2-2z"
        fill="var(--on-accent)"
      />
      <path d="M5.5 20.7h17" stroke="var(--on-accent)" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
