-- Of the atlas, rules read how many nodes the largest tree has; each tree itself is in atlas_trees. Null: written by a program of before,
-- which stores all trees in every reading instead.
alter table character_readings add column atlas_node_count integer;
