-- Which generation a log's life follows: a target that has lost one in between is found out.
alter table chains add column previous integer not null default 0;
