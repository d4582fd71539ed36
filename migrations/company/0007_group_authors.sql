-- Who wrote a message in a group, as the network addresses them: for receipts, quotes and who may change it.
alter table messages add column author text not null default '';
