-- In which language a person last used the product (pt, en, es): what reaches them outside of it is written in that; null:
-- not known yet.
alter table users add column language text;
