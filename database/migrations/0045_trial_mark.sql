-- The database belongs to a trial against a simulated game, and no real server may use it. Null: it belongs to none yet.
alter table status_settings add column is_trial boolean;
