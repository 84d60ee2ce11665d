-- The newest outcome of each item of a workspace, from which it is seen that many failures are one.
create table cascade_item (
  scope text not null, item text not null, at bigint not null, failed bigint not null, run_id text not null,
  step_id text not null, stage text not null, signature text not null,
  primary key (scope, item)
) ${clustered};
create index cascade_item_by_time on cascade_item (scope, at);
