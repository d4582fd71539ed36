-- Tokens of integrators: which company and which token a text is, by a keyed hash of it. A revoked one stays, so that who
-- uses it still is told what it is.
create table api_token_hashes (
  token_hash text primary key not null,
  company_id integer not null,
  token_id integer not null
) without rowid;
create index api_token_hashes_of_company on api_token_hashes (company_id, token_id);
