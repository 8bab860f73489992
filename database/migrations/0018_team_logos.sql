-- Pictures of teams, as we have written them ourselves from what was uploaded. The hash is that of the picture: who holds one
-- under its hash holds it for good.
create table team_logos (
  team_id integer primary key references teams on delete cascade,
  hash text not null,
  picture bytea not null,
  uploaded_at timestamptz not null,
  author_id integer references users on delete set null
);
create index team_logos_author on team_logos (author_id);
