-- Since when the game has not responded to a job, on the event clock; null when it did last.
alter table jobs add column away_since timestamptz;
