-- Failed attempts, recoveries, losses and refusals, beside the sums that were there.
alter table rollup_request add column failed_attempts bigint not null default 0;
alter table rollup_request add column recovered bigint not null default 0;
alter table rollup_request add column lost bigint not null default 0;
alter table rollup_request add column refused bigint not null default 0;
alter table rollup_request add column recovery_ms bigint not null default 0;
alter table rollup_request add column rescued_micros bigint not null default 0;
alter table rollup_request add column unpriced bigint not null default 0;
update rollup_request set
  failed_attempts = case when layer = 'provider' then retries + failures else failures end,
  recovered = case when layer = 'provider' and failure_type = '' then retried else 0 end,
  refused = case when layer = 'provider' and failure_type in ('context_limit', 'content_filter', 'invalid_request',
    'auth_error', 'model_unavailable', 'cancelled') then failures else 0 end,
  lost = case when layer = 'provider' and failure_type not in ('', 'context_limit', 'content_filter', 'invalid_request',
    'auth_error', 'model_unavailable', 'cancelled') then failures else 0 end;

alter table rollup_sum add column failed_attempts bigint not null default 0;
alter table rollup_sum add column recovered bigint not null default 0;
alter table rollup_sum add column lost bigint not null default 0;
alter table rollup_sum add column refused bigint not null default 0;
alter table rollup_sum add column recovery_ms bigint not null default 0;
alter table rollup_sum add column rescued_micros bigint not null default 0;
alter table rollup_sum add column unpriced bigint not null default 0;
delete from rollup_sum;
insert into rollup_sum
  select grain, scope, bucket, dimension, name, sum(requests), sum(failures), sum(retried), sum(retries),
    sum(client_retries), sum(duration_ms), sum(cost_micros), sum(wasted_micros), sum(input), sum(output),
    sum(cache_read), sum(cache_write), sum(failed_attempts), sum(recovered), sum(lost), sum(refused),
    sum(recovery_ms), sum(rescued_micros), sum(unpriced)
  from (
    select r.*, d.kind as dimension,
      case s.kind when 'all' then 'all:' when 'project' then 'project:' || project when 'layer' then 'layer:' || layer
        when 'model' then 'model:' || model when 'stage' then 'stage:' || stage else 'type:' || failure_type end as scope,
      case d.kind when 'project' then project when 'model' then model when 'stage' then stage when 'type' then failure_type
        when 'layer' then layer else error_type end as name
    from rollup_request r
    cross join (select 'all' as kind union all select 'project' union all select 'layer' union all select 'model'
      union all select 'stage' union all select 'type') s
    cross join (select 'project' as kind union all select 'model' union all select 'stage' union all select 'type'
      union all select 'error_type' union all select 'layer') d
    where (r.failure_type <> '' or (s.kind <> 'type' and d.kind <> 'type' and d.kind <> 'error_type'))
  ) as crossed
  group by grain, scope, bucket, dimension, name;

-- An operation between its first failure and its end: also what waits for its next attempt.
alter table first_failure add column project text not null default '';
alter table first_failure add column model text not null default '';
alter table first_failure add column stage text not null default '';
alter table first_failure add column failure_type text not null default '';
alter table first_failure add column error_type text not null default '';
alter table first_failure add column message text not null default '';
alter table first_failure add column failed bigint not null default 0;
alter table first_failure add column wasted_micros bigint not null default 0;
alter table first_failure add column attempt bigint not null default 0;
alter table first_failure add column max_attempts bigint not null default 0;
alter table first_failure add column next_at bigint not null default 0;
create index first_failure_by_next on first_failure (next_at);

-- What is counted once for a step of a run.
create table run_mark (run_id text not null, mark text not null, primary key (run_id, mark)) ${clustered};

-- One row for each request or operation that failed at least once.
create table troubled (
  run_id text not null, seq bigint not null, at bigint not null, layer text not null, outcome text not null,
  provider text not null, project text not null, model text not null, stage text not null, session text not null,
  operation_id text not null, failure_type text not null, status bigint not null, failed_attempts bigint not null,
  recovery_ms bigint not null, cost_micros bigint not null, wasted_micros bigint not null, message text not null,
  primary key (run_id, seq)
);
create index troubled_by_time on troubled (at);
create index troubled_by_outcome on troubled (outcome, at);
create index troubled_by_cause on troubled (failure_type, provider, at, layer, outcome, session, run_id);
create index troubled_by_project on troubled (project, at);
create index troubled_by_model on troubled (model, at);

-- The same by ten minutes and cause, from which incidents are put together.
create table trouble_slot (
  slot bigint not null, layer text not null, provider text not null, failure_type text not null,
  recovered bigint not null, lost bigint not null, refused bigint not null, recovery_ms bigint not null,
  wasted_micros bigint not null, first_at bigint not null, last_at bigint not null,
  primary key (slot, layer, provider, failure_type)
) ${clustered};

-- What a list of sessions shows and sorts by.
alter table session add column title text not null default '';
alter table session add column recovered bigint not null default 0;
alter table session add column lost bigint not null default 0;
