import { useEffect } from "react";
import { Redirect } from "wouter";
import { askNewTicket } from "../tickets/dialogs.ts";

/** What the system's shortcut opens: the tickets, with the question for whom there is to be another. */
export default function NewTicket() {
  useEffect(() => askNewTicket(), []);
  return <Redirect to="/tickets" replace />;
}
