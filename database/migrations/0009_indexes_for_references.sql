-- Whatever points at a row is found from it: deleting a user or an objective looks into each of these tables.
create index character_polls_user on character_polls (user_id);
create index definition_changes_author on definition_changes (author_id);
create index login_states_user on login_states (user_id);
create index scores_user on scores (user_id);
create index scoring_problems_objective on scoring_problems (objective_id);
create index stash_snapshots_user on stash_snapshots (user_id);
create index stashes_user on stashes (user_id);
