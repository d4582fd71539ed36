-- Each incoming message has an id by chance, so that each index of it costs a page of its own. One does for both
-- questions: whether this message is known, and which message is meant.
drop index messages_on_network;
drop index messages_by_wid;
create unique index messages_on_network on messages (wid, contact_id, connection_id);
-- What is not settled is little, and has whatsapp_journal_open.
drop index whatsapp_journal_by_message;
