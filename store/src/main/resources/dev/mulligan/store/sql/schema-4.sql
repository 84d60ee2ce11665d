-- Sums whose cost is bounded by what is asked: kept once for everything and once for each value of a single filter (the
-- scope), so that a page reads the rows of its scope and no others. Texts are bounded too: see TextBound.

create table rollup_sum (
  grain bigint not null, scope text not null, bucket bigint not null, dimension text not null, name text not null,
  requests bigint not null, failures bigint not null, retried bigint not null, retries bigint not null,
  client_retries bigint not null, duration_ms bigint not null, cost_micros bigint not null, wasted_micros bigint not null,
  input bigint not null, output bigint not null, cache_read bigint not null, cache_write bigint not null,
  primary key (grain, scope, bucket, dimension, name)
) ${clustered};
insert into rollup_sum
  select grain, scope, bucket, dimension, name, sum(requests), sum(failures), sum(retried), sum(retries),
    sum(client_retries), sum(duration_ms), sum(cost_micros), sum(wasted_micros), sum(input), sum(output),
    sum(cache_read), sum(cache_write)
  from (
    select r.*, d.kind as dimension,
      case s.kind when 'all' then 'all:' when 'project' then 'project:' || project when 'layer' then 'layer:' || layer
        when 'model' then 'model:' || model when 'stage' then 'stage:' || stage else 'type:' || failure_type end as scope,
      case d.kind when 'project' then project when 'model' then model when 'stage' then stage when 'type' then failure_type
        else error_type end as name
    from rollup_request r
    cross join (select 'all' as kind union all select 'project' union all select 'layer' union all select 'model'
      union all select 'stage' union all select 'type') s
    cross join (select 'project' as kind union all select 'model' union all select 'stage' union all select 'type'
      union all select 'error_type') d
    where (r.failure_type <> '' or (s.kind <> 'type' and d.kind <> 'type' and d.kind <> 'error_type'))
  ) as crossed
  group by grain, scope, bucket, dimension, name;
drop table rollup_dimension;

alter table rollup_text rename to rollup_text_1;
create table rollup_text (
  grain bigint not null, scope text not null, kind text not null, bucket bigint not null, content text not null,
  requests bigint not null, failures bigint not null,
  primary key (grain, scope, kind, bucket, content)
) ${clustered};
insert into rollup_text select grain, 'project:' || project, kind, bucket, content, requests, failures from rollup_text_1;
insert into rollup_text select grain, 'all:', kind, bucket, content, sum(requests), sum(failures) from rollup_text_1
  group by grain, kind, bucket, content;
drop table rollup_text_1;

alter table rollup_count rename to rollup_count_1;
create table rollup_count (
  grain bigint not null, scope text not null, bucket bigint not null, name text not null,
  n bigint not null, total bigint not null,
  primary key (grain, scope, bucket, name)
) ${clustered};
insert into rollup_count select grain, 'project:' || project, bucket, name, n, total from rollup_count_1;
insert into rollup_count select grain, 'all:', bucket, name, sum(n), sum(total) from rollup_count_1
  group by grain, bucket, name;
drop table rollup_count_1;

-- Several filters at once: still a walk over combinations, but only over those of the first filter.
create index rollup_request_by_project on rollup_request (grain, project, bucket);
create index rollup_request_by_model on rollup_request (grain, model, bucket);
create index rollup_request_by_stage on rollup_request (grain, stage, bucket);

-- What advice reads: no sum over many signatures, and no visit to a table where an index says it all.
create table strategy_total (
  stage text not null, strategy text not null, tries bigint not null, successes bigint not null,
  primary key (stage, strategy)
);
insert into strategy_total select stage, strategy, sum(tries), sum(successes) from strategy_outcome
  group by stage, strategy;
create index strategy_outcome_by_signature on strategy_outcome (stage, signature);
drop index stage_outcome_by_stage;
create index stage_outcome_by_stage on stage_outcome (stage, at, success);

-- Alerts that were sent and still hold: each crossing of a threshold is told once.
create table alert_sent (name text primary key, since bigint not null);
