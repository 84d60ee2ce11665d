-- What programs that share the store tell each other. Nothing here is history: it may be emptied at any time.
create table note (
  kind text not null, subject text not null, teller text not null, body text not null, expires_at bigint not null,
  position bigint not null, primary key (kind, subject, teller)
);
create index note_by_position on note (position);
create index note_by_end on note (expires_at);
insert into counter (name, value) values ('note', 0);
