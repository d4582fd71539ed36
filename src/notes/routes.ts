import { notes } from "../contract/notes.ts";
import { routes } from "../platform/routes.ts";
import { ticketFor } from "../tickets/show.ts";
import { addNote, listNotes, removeNote, restoreNote } from "./notes.ts";

export const noteRoutes = routes((on) => {
  on(notes.list, ({ company, person, query }) => {
    if (query.ticketId) ticketFor(company.read, person, { id: query.ticketId });
    return listNotes(company.read, person, query.contactId);
  });
  on(
    notes.add,
    ({ company, person, body }) => company.write((db, emit) => addNote(db, emit, body, person, Date.now())),
  );
  on(notes.remove, ({ company, person, params }) => {
    company.write((db, emit) => removeNote(db, emit, params.id, person, Date.now()));
    return {};
  });
  on(
    notes.restore,
    ({ company, person, params }) => company.write((db, emit) => restoreNote(db, emit, params.id, person, Date.now())),
  );
});
