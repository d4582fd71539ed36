import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Monitor, Moon, Sun } from "lucide-react";
import { Segments } from "./Segments.tsx";
import { chooseTheme, themeAtom } from "./theme.ts";

/** The theme switch; with icons where there is no room for words. */
export function ThemeSegments({ withIcons = false, className }: { withIcons?: boolean; className?: string }) {
  const { t } = useLingui();
  const theme = useAtomValue(themeAtom);
  return (
    <Segments
      className={className}
      label={t`Tema`}
      value={theme}
      onValue={chooseTheme}
      options={[
        { value: "system", label: t`Sistema`, icon: withIcons ? Monitor : undefined },
        { value: "light", label: t`Claro`, icon: withIcons ? Sun : undefined },
        { value: "dark", label: t`Escuro`, icon: withIcons ? Moon : undefined },
      ]}
    />
  );
}
