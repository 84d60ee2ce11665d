-- What time it was at a moment after a machine's start; from there its programs count on together.
create table machine_time (
  boot text not null primary key, uptime bigint not null, at bigint not null
) ${clustered};
