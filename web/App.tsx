import { useAtomValue } from "jotai";
import { type ReactNode, Suspense } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { owesSecondFactor } from "../src/contract/access.ts";
import { withPageTexts } from "./i18n/i18n.ts";
import { rememberReturnPlace } from "./kept.ts";
import { placeAfterLogin, sessionAtom } from "./session.ts";
import { BarMiddle } from "./shell/BarMiddle.tsx";
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
import { Shell } from "./shell/Shell.tsx";
import { Unreachable } from "./shell/Unreachable.tsx";
import { TicketDialogs } from "./tickets/TicketDialogs.tsx";
import { ConfirmDialog } from "./ui/ConfirmDialog.tsx";
import { early, lazy } from "./ui/part.ts";
import { Toasts } from "./ui/Toast.tsx";

const ActingFrame = lazy(() => import("./shell/ActingFrame.tsx"));
const LoginPage = lazy(() => import("./access/LoginPage.tsx"));
const [TicketsPage, fetchTickets] = early(() => import("./tickets/TicketsPage.tsx"));
const NewPasswordPage = lazy(() => withPageTexts(import("./security/NewPasswordPage.tsx")));
const SignUpPage = lazy(() => withPageTexts(import("./sign_up/SignUpPage.tsx")));
const SetUpPage = lazy(() => withPageTexts(import("./set_up/SetUpPage.tsx")));
const ConfirmEmailPage = lazy(() => withPageTexts(import("./security/ConfirmEmailPage.tsx")));
const OwedPage = lazy(() => withPageTexts(import("./security/OwedPage.tsx")));
const OtherPages = lazy(() => import("./OtherPages.tsx"));
const OverduePage = lazy(() => withPageTexts(import("./overdue/OverduePage.tsx")));

// It runs while the server is asked who this is, and asks for its lists as soon as that is known.
if (location.pathname.startsWith("/tickets")) void fetchTickets().catch(() => {/* It is asked for again below. */});

export function App() {
  const [place] = useLocation();
  return (
    <ErrorBoundary place={place}>
      <Suspense>
        <Switch>
          <Route path="/login">
            <OnlyOut>
              <LoginPage />
            </OnlyOut>
          </Route>
          <Route path="/signup">
            <OnlyOut>
              <SignUpPage />
            </OnlyOut>
          </Route>
          <Route path="/password">
            <NewPasswordPage />
          </Route>
          <Route path="/setup">
            <SetUpPage />
          </Route>
          <Route path="/confirm">
            <ConfirmEmailPage />
          </Route>
          <Route>
            <OnlyIn>
              <Shell>
                <ErrorBoundary place={place}>
                  <Suspense>
                    <Pages />
                  </Suspense>
                </ErrorBoundary>
              </Shell>
            </OnlyIn>
          </Route>
        </Switch>
      </Suspense>
      <TicketDialogs />
      <ConfirmDialog />
      <Toasts />
    </ErrorBoundary>
  );
}

/** The tickets, which everybody works in; every other page is found by what comes after them. */
function Pages() {
  return (
    <Switch>
      <Route path="/tickets/:uuid?">
        <TicketsPage bar={BarMiddle} />
      </Route>
      <Route>
        <OtherPages />
      </Route>
    </Switch>
  );
}

/** For people who are logged in; others are led to the login and back. */
function OnlyIn({ children }: { children: ReactNode }) {
  const session = useAtomValue(sessionAtom), { state } = session;
  const [place] = useLocation();
  if (state === "in") {
    const page = owesSecondFactor(session.me)
      ? <OwedPage />
      : session.me.company.isOverdue
      ? <OverduePage />
      : children;
    return session.me.actedBy ? <ActingFrame me={session.me}>{page}</ActingFrame> : page;
  }
  if (state === "unreachable") return <Unreachable error={session.error} />;
  if (state === "starting") return null;
  rememberReturnPlace(place + location.search);
  return <Redirect to="/login" replace />;
}

function OnlyOut({ children }: { children: ReactNode }) {
  const session = useAtomValue(sessionAtom), { state } = session;
  if (state === "in") return <Redirect to={placeAfterLogin()} replace />;
  if (state === "unreachable") return <Unreachable error={session.error} />;
  return state === "out" && children;
}
