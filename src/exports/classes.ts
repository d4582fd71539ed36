/**
 * What becomes of a column in an anonymised copy: it is kept; its words, numbers, e-mail or web addresses are disguised,
 * the last also inside of JSON; an id of a network's becomes another; a setting's value goes by its key; a file that is not there; nothing is left of it.
 */
export type Class = "keep" | "text" | "id" | "number" | "email" | "address" | "json" | "setting" | "gone" | "drop";
/** Of each class the columns, or all rows go. */
export type TableClasses = "empty" | Partial<Record<Class, string>>;

/**
 * Every column of a company's file. A column that is not here makes a test fail: whoever adds one says what an anonymised
 * copy may show of it.
 */
export const CLASSES: Record<string, TableClasses> = {
  answer_windows: { keep: "connection_id contact_id last_at" },
  api_requests: "empty",
  api_tokens: {
    keep: "id scopes per_minute per_day expires_at last_used_at user_id created_at revoked_at webhook_id",
    text: "name hint",
  },
  audit_log: "empty",
  bill_lookups: "empty",
  bot_holds: "empty",
  call_answers: "empty",
  campaign_connections: { keep: "campaign_id connection_id" },
  campaign_paces: { keep: "connection_id since next_at in_row day_cap", number: "number" },
  campaign_reach: { keep: "connection_id heard_at locked_until new_chats_left" },
  campaign_recipients: {
    keep: "id campaign_id item_id contact_id is_stranger state reason variant connection_id pending_step sent_step " +
      "asked_at confirmed_at sent_at answered_at ticket_id next_at changed_at",
    text: "name answer",
    number: "number",
    email: "email",
    json: "columns",
    drop: "search",
  },
  campaign_sends: {
    keep: "id recipient_id campaign_id step variant connection_id message_id is_stranger put_at sent_at delivered_at " +
      "read_at answered_at failure is_news file_message_id",
  },
  campaign_settings: { keep: "key", drop: "value" },
  campaigns: {
    keep:
      "id status confirmation list_id queue_id scheduled_at started_at completed_at file_mimetype file_size audience " +
      "repeats repeat_of stopped_by failures_in_a_row column_names filled_to created_at",
    text: "name message1 message2 message3 message4 message5 confirmation_message1 confirmation_message2 " +
      "confirmation_message3 confirmation_message4 confirmation_message5 file_name",
    json: "follow_ups template",
    drop: "file",
  },
  chat_media: { keep: "message_id mimetype size width height seconds", text: "name", gone: "file", drop: "waveform" },
  chat_messages: {
    keep: "id chat_id user_id kind quoted_id tickets is_deleted is_edited created_at",
    text: "sender body",
    id: "local_id",
  },
  chat_users: { keep: "chat_id user_id read_to unreads" },
  chats: { keep: "id uuid owner_id last_message_id created_at updated_at", text: "title" },
  connection_changes: { keep: "id connection_id status situation code at" },
  connection_queues: { keep: "connection_id queue_id position" },
  connections: {
    keep: "id channel status situation is_default retries should_run since created_at updated_at provider",
    text: "name greeting_message complation_message out_of_hours_message rating_message",
    number: "number",
    drop: "token",
  },
  contact_extra_info: { keep: "id contact_id", text: "name value" },
  contact_identities: { keep: "kind contact_id", number: "value address" },
  contact_list_checks: "empty",
  contact_list_import_rows: "empty",
  contact_list_imports: {
    keep: "id list_id state failure user_id rows_read created updated same refused created_at ended_at",
    text: "file_name",
    drop: "found",
  },
  contact_list_items: {
    keep: "id list_id import_id created_at",
    text: "name",
    number: "number",
    email: "email",
    json: "columns",
    drop: "search",
  },
  contact_lists: { keep: "id created_at", text: "name" },
  contact_merges: "empty",
  contact_numbers: { keep: "id contact_id", number: "value" },
  contacts: {
    keep: "id is_group created_at updated_at",
    text: "name",
    number: "number",
    email: "email",
    drop: "profile_pic_url",
  },
  drafts: { keep: "user_id ticket_id updated_at", text: "body" },
  graph_accounts: "empty",
  graph_notices: "empty",
  graph_sends: "empty",
  handover_codes: "empty",
  held_items: { keep: "hold_id kind item_id rank" },
  holds: { keep: "id why at moment decision decided_at", text: "decided_by" },
  holidays: { keep: "id date", text: "name" },
  marketing_marks: { keep: "contact_id connection_id at source message_id" },
  mentions: { keep: "id user_id by_id chat_message_id note_id created_at seen_at", text: "written" },
  message_edits: { keep: "id message_id at", text: "body" },
  message_media: {
    keep: "message_id state mimetype size width height seconds attempts due_at",
    text: "name",
    drop: "file thumbnail waveform",
  },
  message_reactions: { keep: "message_id emoji at", number: "who" },
  messages: {
    keep:
      "id ticket_id contact_id connection_id from_me user_id kind ack failure read is_deleted is_edited is_history " +
      "created_at reached_at",
    text: "body kind_name author",
    id: "wid quoted_wid local_id",
    number: "chat participant",
    json: "extra",
    drop: "raw",
  },
  notes: { keep: "id contact_id ticket_id user_id created_at", text: "note" },
  number_checks: "empty",
  opt_outs: { keep: "id number_hash source channel campaign_id user_id at", number: "number" },
  outbox: "empty",
  phone_book: "empty",
  pushes: "empty",
  queue_options: {
    keep:
      "id queue_id parent_id option action to_queue_id to_user_id file_mimetype file_size to_webhook_id bot_minutes",
    text: "title message file_name bot_message",
    drop: "file",
  },
  queues: {
    keep: "id color schedules revision changed_at changed_by to_webhook_id bot_minutes",
    text: "name greeting_message out_of_hours_message bot_message",
  },
  quick_replies: { keep: "id user_id", text: "shortcode message" },
  retention_runs: { keep: "id at months messages files" },
  revisions: { keep: "kind id revision changed_at changed_by" },
  schedules: {
    keep: "id contact_id connection_id user_id send_at sent_at status failure taken_at message_id created_at",
    text: "body",
    json: "template",
  },
  service_cycles: {
    keep:
      "id ticket_id contact_id connection_id queue_id user_id begun_at queued_at started_at closed_at rating rated_at " +
      "rating_until goodbye_at",
  },
  settings: { keep: "key", setting: "value" },
  storage: { keep: "id bytes" },
  tags: { keep: "id color user_id", text: "name" },
  templates: "empty",
  ticket_moves: {
    keep: "id ticket_id action user_id to_user_id to_queue_id at undoes note_id minutes",
    text: "bot",
    number: "number",
  },
  ticket_tags: { keep: "ticket_id tag_id" },
  tickets: {
    keep: "id uuid status user_id queue_id connection_id contact_id channel is_group chatbot last_message_kind " +
      "last_message_from_me last_message_ack last_message_id unread_messages queued_at started_at closed_at created_at " +
      "updated_at last_message_is_deleted waiting_since bot begun_at handed_at unanswered_since campaign_id",
    text: "last_message",
  },
  undos: "empty",
  user_queues: { keep: "user_id queue_id" },
  users: { keep: "id profile created_at language", text: "name", email: "email" },
  visitors: "empty",
  webchats: {
    keep: "connection_id color position theme ask_name ask_email ask_phone handover_id",
    text: "key title greeting",
    drop: "origins",
  },
  webhook_attempts: "empty",
  webhook_deliveries: "empty",
  webhook_events: "empty",
  webhooks: {
    keep: "id events is_active stopped old_secret_until failures next_at failing_since created_at",
    text: "name",
    address: "url",
    drop: "secret old_secret",
  },
  whatsapp_auth: "empty",
  whatsapp_journal: "empty",
};

/** What of one class says nothing by itself, once its table has been gone through. */
export const AFTERWARDS = [
  "update message_media set state = 'unavailable', size = 0 where state = 'ready'",
  "update queue_options set file_name = '', file_mimetype = '', file_size = 0",
  "update campaigns set file_name = '', file_mimetype = '', file_size = 0",
  "update webchats set origins = '[]'",
  "update storage set bytes = 0",
  "delete from campaign_settings",
];

/** How each search is filled anew from what it finds. */
export const SEARCHES: Record<string, string> = {
  contact_search: "insert into contact_search (rowid, name, number) select id, name, number from contacts",
  message_search: "insert into message_search (rowid, body) select id, body from messages where body <> ''",
  schedule_search: "insert into schedule_search (rowid, body) select id, body from schedules",
  note_search: "insert into note_search (rowid, note) select id, note from notes",
  file_search: "insert into file_search (rowid, name) select message_id, name from message_media where name <> ''",
  number_search: "insert into number_search (rowid, digits) select id, value from contact_numbers",
  chat_search: "insert into chat_search (rowid, words) select id, body from chat_messages where body <> ''",
};
