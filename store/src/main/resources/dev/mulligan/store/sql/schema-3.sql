-- Indexes for the lists of the dashboard.

create table timeline (
  subject text not null, run_id text not null, seq bigint not null, at bigint not null,
  primary key (subject, run_id, seq)
);
create index timeline_by_time on timeline (subject, at);

create index session_by_project on session (project, last_at);
create index question_by_state on question (answered_at, asked_at);
create index learning_by_time on learning (at);
