-- Runs that survive the death of whoever carries them out.

-- The scheduler's own table: what is due, who has it, and when that one was last heard of.
create table scheduled_tasks (
  task_name text not null, task_instance text not null, task_data ${bytes}, execution_time ${time},
  picked ${truth} not null, picked_by text, last_success ${time}, last_failure ${time}, consecutive_failures integer,
  last_heartbeat ${time}, version bigint not null, priority smallint, state text,
  primary key (task_name, task_instance)
);
create index scheduled_tasks_due on scheduled_tasks (execution_time);
create index scheduled_tasks_heartbeat on scheduled_tasks (last_heartbeat);

-- One row a run. Its number is the last one given to an event of the run; taking it is also the run's lock.
create table flow (
  run_id text primary key, seq bigint not null, status text not null, plan text not null, options text not null,
  created_at bigint not null
);

-- One row a step. The token is the fence: who holds another one writes nothing any more.
create table flow_step (
  run_id text not null, step_id text not null, status text not null, token text not null, tree text not null,
  conversation text not null, primary key (run_id, step_id)
);

-- What happened to a step, in the words of the step machine; folding it gives the step's state back.
create table flow_input (
  run_id text not null, step_id text not null, n bigint not null, at bigint not null, input text not null,
  primary key (run_id, step_id, n)
);
