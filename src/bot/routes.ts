import { tickets } from "../contract/tickets.ts";
import { routes } from "../platform/routes.ts";
import { changeTicket, undoChange } from "./change_ticket.ts";

export const botRoutes = routes((on) => {
  on(tickets.change, ({ company, person, params, body }) => {
    const where = { company, now: Date.now() };
    return company.write((db, tell) => changeTicket(db, tell, params.id, { wanted: body, person, where }));
  });
  on(
    tickets.undo,
    ({ company, person, params, body: { moveId } }) =>
      company.write((db, tell) =>
        undoChange(db, tell, params.id, { undoing: { moveId, person, now: Date.now() }, company })
      ),
  );
});
