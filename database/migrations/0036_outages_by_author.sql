-- Whoever is deleted is found in what they noted.
create index outages_note_author on outages (note_author_id) where note_author_id is not null;
