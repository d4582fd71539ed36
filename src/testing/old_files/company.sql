insert into settings (key, value) values ('userRating', 'enabled');
insert into users (id, name, email, profile, created_at) values
  (1, 'Ana Ribeiro', 'ana@aurora.test', 'admin', 1760000000000),
  (2, 'Bruno Sá', 'bruno@aurora.test', 'user', 1760000000000);
insert into queues (id, name, color) values (1, 'Encomendas', '#d97706'), (2, 'Entregas', '#2563eb');
insert into user_queues (user_id, queue_id) values (1, 1), (1, 2), (2, 1);
insert into connections (id, name, status, situation, is_default, number, should_run, since, created_at, updated_at)
  values (1, 'Loja Centro', 'DISCONNECTED', 'disconnected_by_admin', 1, '551134567800', 0, 1760000000000, 1760000000000, 1760000000000);
insert into connection_queues (connection_id, queue_id) values (1, 1), (1, 2);
insert into whatsapp_auth (connection_id, type, id, value) values (1, 'session', '5511987654321.0', x'00112233445566778899');
insert into contacts (id, name, number, created_at, updated_at) values
  (1, 'Marina Couto', '5511987654321', 1760000000000, 1760000000000),
  (2, 'Seu Jorge', '5511976543210', 1760000000000, 1760000000000),
  (3, 'Cafeteria do Largo', '5511965432109', 1760000000000, 1760000000000);
insert into contact_identities (kind, value, contact_id, address) values
  ('phone', '5511987654321', 1, '5511987654321@s.whatsapp.net'),
  ('phone', '5511976543210', 2, null),
  ('phone', '5511965432109', 3, null);
insert into tickets (id, uuid, status, user_id, queue_id, connection_id, contact_id, last_message, created_at, updated_at) values
  (1, '3f0d7c1e-0000-4000-8000-000000000001', 'open', 1, 1, 1, 1, 'Pode ser às dez?', 1760000000000, 1760000300000),
  (2, '3f0d7c1e-0000-4000-8000-000000000002', 'pending', null, 1, 1, 2, 'Bom dia', 1760000000000, 1760000200000),
  (3, '3f0d7c1e-0000-4000-8000-000000000003', 'closed', 2, 2, 1, 3, 'Obrigada!', 1760000000000, 1760000100000);
insert into ticket_moves (ticket_id, action, user_id, at) values (1, 'accept', 1, 1760000050000), (3, 'accept', 2, 1760000050000);
insert into messages (id, ticket_id, contact_id, connection_id, chat, wid, from_me, user_id, body, kind, ack, read, created_at) values
  (1, 1, 1, 1, '5511987654321@s.whatsapp.net', 'WID1', 0, null, 'Quero um bolo de cenoura', 'text', 3, 1, 1760000010000),
  (2, 1, 1, 1, '5511987654321@s.whatsapp.net', 'WID2', 1, 1, 'Claro! Para quando?', 'text', 4, 1, 1760000020000),
  (3, 1, 1, 1, '5511987654321@s.whatsapp.net', 'WID3', 0, null, 'Pode ser às dez?', 'text', 3, 1, 1760000300000),
  (4, 2, 2, 1, '5511976543210@s.whatsapp.net', 'WID4', 0, null, 'Bom dia', 'text', 3, 0, 1760000200000),
  (5, 3, 3, 1, '5511965432109@s.whatsapp.net', 'WID5', 0, null, 'Obrigada!', 'text', 3, 1, 1760000100000);
