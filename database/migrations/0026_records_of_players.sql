-- To whom somebody shows the record of their events, and whether the hours they played are part of it. Unless they say otherwise: to
-- whoever is logged in, and without the hours, which only they themselves and admins could see before.
alter table users add column record_shown_to text not null default 'logged_in';
alter table users add column record_shows_hours boolean not null default false;
