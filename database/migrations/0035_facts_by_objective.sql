-- Sources of an objective are found by `facts_of_source`, which begins with the event. What was read by objective alone needs its
-- facts in their order, and no texts: a third of the size of `facts_source`.
create index facts_objective on facts (objective_id, sequence);
drop index facts_source;
