insert into companies (id, name, is_active, due_date, created_at) values
  (1, 'Balcão', 1, null, 1760000000000),
  (2, 'Padaria Aurora', 1, null, 1760000000000),
  (3, 'Oficina Norte', 1, null, 1760000000000);
insert into logins (email, company_id, user_id, password_hash, is_super) values
  ('super@balcao.test', 1, 1, 'scrypt$10$GUW0onoDYdAYXCVUuU09Sw$MkwEqYn8_-R6hS31b9vcCXTggxe2fceIuo005zc_zVA', 1),
  ('ana@aurora.test', 2, 1, 'scrypt$10$GUW0onoDYdAYXCVUuU09Sw$MkwEqYn8_-R6hS31b9vcCXTggxe2fceIuo005zc_zVA', 0),
  ('nina@norte.test', 3, 1, 'scrypt$10$GUW0onoDYdAYXCVUuU09Sw$MkwEqYn8_-R6hS31b9vcCXTggxe2fceIuo005zc_zVA', 0);
