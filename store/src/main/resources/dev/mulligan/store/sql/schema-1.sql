-- One schema for SQLite and PostgreSQL. Times are epoch milliseconds, truth is 0 or 1, ids are ours, JSON is opaque text.
-- What differs between the two stands in ${...}.

create table counter (name text primary key, value bigint not null);
insert into counter (name, value) values ('position', 0);

create table event (
  position ${rowid} primary key,
  run_id text not null,
  seq bigint not null,
  at bigint not null,
  type text not null,
  payload text not null
);
create unique index event_identity on event (run_id, seq);

create table trace_file (path text primary key, next_offset bigint not null);

-- Projections: folds over the events, rebuilt from them at any time.

create table run (
  id text primary key, project text not null, name text not null, level text not null, status text not null,
  started_at bigint not null, ended_at bigint not null, last_at bigint not null, last_seq bigint not null,
  events bigint not null, cost_micros bigint not null, repairs bigint not null, steps_passed bigint not null,
  steps_failed bigint not null
);
create index run_by_time on run (last_at);

create table session (
  id text primary key, project text not null, model text not null, requests bigint not null, failures bigint not null,
  retries bigint not null, cost_micros bigint not null, wasted_micros bigint not null, input bigint not null,
  output bigint not null, cache_read bigint not null, cache_write bigint not null, first_at bigint not null,
  last_at bigint not null
);
create index session_by_time on session (last_at);

create table attempt (
  run_id text not null, operation_id text not null, attempt bigint not null, stage text not null, model text not null,
  strategy text not null, started_at bigint not null, ended_at bigint not null, success bigint not null,
  failure_type text not null, message text not null, signature text not null, cost_micros bigint not null,
  primary key (run_id, operation_id, attempt)
);

create table escalation (
  run_id text not null, seq bigint not null, at bigint not null, kind text not null, subject text not null,
  from_name text not null, to_name text not null, reason text not null, primary key (run_id, seq)
);

create table question (
  id text primary key, run_id text not null, question text not null, choices text not null, asked_at bigint not null,
  answered_at bigint not null, answer text not null, answered_by text not null
);

create table policy (scope text primary key, version bigint not null, changed_at bigint not null, document text not null);

create table learning (
  id text primary key, at bigint not null, run_id text not null, stage text not null, signature text not null,
  document text not null
);
create index learning_by_signature on learning (signature, at);

-- What a recommendation reads: outcomes of a stage, newest first, and how strategies fared.

create table stage_outcome (
  run_id text not null, step_id text not null, stage text not null, at bigint not null, success bigint not null,
  signature text not null, primary key (run_id, step_id)
);
create index stage_outcome_by_stage on stage_outcome (stage, at);

create table strategy_outcome (
  stage text not null, strategy text not null, signature text not null, tries bigint not null,
  successes bigint not null, primary key (stage, strategy, signature)
);

create table first_failure (
  run_id text not null, operation_id text not null, at bigint not null, primary key (run_id, operation_id)
);

-- Rollups: sums by hour (grain 0) and day (grain 1), so that a question costs what it asks for and not all of history.

create table rollup_request (
  grain bigint not null, bucket bigint not null, project text not null, layer text not null, model text not null,
  stage text not null, failure_type text not null, error_type text not null,
  requests bigint not null, failures bigint not null, retried bigint not null, retries bigint not null,
  client_retries bigint not null, duration_ms bigint not null, cost_micros bigint not null, wasted_micros bigint not null,
  input bigint not null, output bigint not null, cache_read bigint not null, cache_write bigint not null,
  primary key (grain, bucket, project, layer, model, stage, failure_type, error_type)
);

-- The same sums by one dimension at a time: what an unfiltered page asks for, without walking all combinations.
create table rollup_dimension (
  grain bigint not null, bucket bigint not null, project text not null, dimension text not null, name text not null,
  requests bigint not null, failures bigint not null, retried bigint not null, retries bigint not null,
  client_retries bigint not null, duration_ms bigint not null, cost_micros bigint not null, wasted_micros bigint not null,
  input bigint not null, output bigint not null, cache_read bigint not null, cache_write bigint not null,
  primary key (grain, bucket, project, dimension, name)
);

create table rollup_text (
  grain bigint not null, bucket bigint not null, kind text not null, project text not null, content text not null,
  requests bigint not null, failures bigint not null,
  primary key (grain, bucket, kind, project, content)
);

create table rollup_count (
  grain bigint not null, bucket bigint not null, project text not null, name text not null,
  n bigint not null, total bigint not null,
  primary key (grain, bucket, project, name)
);
