import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { placeAfterLogin, rememberReturnPlace, sessionAtom } from "./session.ts";
import { Shell } from "./shell/Shell.tsx";
import { ConfirmDialog } from "./ui/ConfirmDialog.tsx";
import { Toasts } from "./ui/Toast.tsx";

const LoginPage = lazy(() => import("./access/LoginPage.tsx"));
const TicketsPage = lazy(() => import("./tickets/TicketsPage.tsx"));

export function App() {
  return (
    <>
      <Suspense>
        <Switch>
          <Route path="/login">
            <OnlyOut>
              <LoginPage />
            </OnlyOut>
          </Route>
          <Route>
            <OnlyIn>
              <Shell>
                <Suspense>
                  <Switch>
                    <Route path="/tickets/:uuid?">
                      <TicketsPage />
                    </Route>
                    <Route path="/">
                      <Redirect to="/tickets" replace />
                    </Route>
                  </Switch>
                </Suspense>
              </Shell>
            </OnlyIn>
          </Route>
        </Switch>
      </Suspense>
      <ConfirmDialog />
      <Toasts />
    </>
  );
}

function OnlyIn({ children }: { children: ReactNode }) {
  const session = useAtomValue(sessionAtom);
  const [place] = useLocation();
  if (session.state === "in") return children;
  if (session.state !== "out") return null;
  rememberReturnPlace(place + location.search);
  return <Redirect to="/login" replace />;
}

function OnlyOut({ children }: { children: ReactNode }) {
  const session = useAtomValue(sessionAtom);
  if (session.state === "in") return <Redirect to={placeAfterLogin()} replace />;
  return session.state === "starting" ? null : children;
}
