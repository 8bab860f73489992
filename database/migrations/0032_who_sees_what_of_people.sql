-- To whom people show their name in the chat, when they play, and their stream. Organisers see the name in the chat either way.
alter table users
  add column chat_name_shown_to text not null default 'team',
  add column play_shown_to text not null default 'everyone',
  add column stream_shown_to text not null default 'everyone';
