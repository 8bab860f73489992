-- Who wrote the note, for organisers.
alter table outages add column note_author_id integer references users (id) on delete set null;
