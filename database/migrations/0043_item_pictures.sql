-- Addresses of item pictures, learned from items that everyone may see: per realm of the game, by name of a unique or by item type.
create table item_pictures (
  realm text not null,
  is_unique boolean not null,
  name text not null,
  address text not null,
  changed_at timestamptz not null,
  primary key (realm, is_unique, name)
);
