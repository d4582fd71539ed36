import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { Menu, PanelLeft } from "lucide-react";
import { Suspense } from "react";
import { useMe } from "../session.ts";
import { Brand } from "../ui/Brand.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { pageTitleAtom } from "../ui/pageTitle.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { barMiddleAtom, barMiddleTakenAtom } from "./barMiddle.ts";
import { Bell } from "./Bell.tsx";
import { CommandField } from "./CommandField.tsx";
import { drawerAtom, showOverlay, toggleDrawer } from "./drawer.ts";
import { AnnouncementsBell, AnnouncementsDot } from "./announcementsBell.ts";
import { ChatsBell, ChatsDot } from "./chatsBell.ts";
import css from "./TopBar.module.css";

export function TopBar() {
  const { t } = useLingui();
  const drawer = useAtomValue(drawerAtom);
  const isOpen = drawer === "open";
  return (
    <header className={css.bar}>
      <div className={css.start}>
        <span className={css.brand} data-open={isOpen}>
          <Brand />
        </span>
        <IconButton
          className={css.fold}
          label={isOpen ? t`Recolher o menu` : t`Expandir o menu`}
          icon={PanelLeft}
          size="small"
          onClick={toggleDrawer}
        />
        <IconButton
          className={css.menu}
          label={t`Abrir o menu`}
          icon={Menu}
          iconSize={20}
          onClick={() => showOverlay(true)}
        >
          <Suspense>
            <AnnouncementsDot />
            <ChatsDot />
          </Suspense>
        </IconButton>
        <Greeting />
      </div>
      <Middle />
      <div className={css.end}>
        {/* On a phone it is in the menu. */}
        <span className={css.news}>
          <Suspense>
            <AnnouncementsBell />
          </Suspense>
          <Suspense>
            <ChatsBell />
          </Suspense>
        </span>
        <Bell />
        <AccountMenu />
      </div>
    </header>
  );
}

function Greeting() {
  const { name, company } = useMe();
  const firstName = name.split(" ")[0];
  const companyName = company.name;
  return (
    <p className={css.greeting}>
      <Trans>
        <strong>Olá, {firstName}!</strong> <span>Boas-vindas à {companyName}.</span>
      </Trans>
    </p>
  );
}

function Middle() {
  const hold = useSetAtom(barMiddleAtom);
  const takers = useAtomValue(barMiddleTakenAtom);
  const title = useAtomValue(pageTitleAtom);
  return (
    <div className={css.middle} ref={hold}>
      {takers === 0 && (
        <>
          <b className="only-narrow" aria-hidden>{title}</b>
          <CommandField />
        </>
      )}
    </div>
  );
}
