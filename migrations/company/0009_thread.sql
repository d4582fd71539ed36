-- What changes a message that has left (a reaction, an edit, taking it back) leaves under a network id of its own, by
-- which the network confirms it.
alter table outbox add column wid text;
update outbox set wid = '3EB0' || upper(hex(randomblob(9))) where what <> 'send';
create index outbox_by_wid on outbox (wid) where wid is not null;

-- Made by whoever sends a file: a small JPEG of a picture, and the loudness of a voice note (64 bytes, 0 to 100); base64.
alter table message_media add column thumbnail text not null default '';
alter table message_media add column waveform text not null default '';

-- What a person was writing to a ticket, on whichever device.
create table drafts (
  user_id integer not null references users (id) on delete cascade,
  ticket_id integer not null references tickets (id) on delete cascade,
  body text not null,
  updated_at integer not null,
  primary key (user_id, ticket_id)
) without rowid;
create index drafts_of_ticket on drafts (ticket_id);
