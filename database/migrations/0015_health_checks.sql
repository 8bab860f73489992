-- One row that every check of a server's health writes: that a connection stands says nothing about a full disk.
create table health_checks (
  name text primary key,
  number bigint not null
);
