import { sql } from 'kysely'
import type { Tables } from '../../db/tables.gen.ts'
import {
  byAuthor,
  byNote,
  byStep,
  either,
  gameNamesOf,
  idsOf,
  type Impersonal,
  isAsked,
  type KeptTable,
  nothing,
  ofCharacter,
  ofUser,
} from './kept-table.ts'
import { impersonalTables } from './impersonal-tables.ts'
import { listMarks } from './person.ts'

// Everything that must forget a deleted person. Export and deletion follow from this list.
// - Rows, with uploads and raw data: `register`. The compiler asks for a new table, `register.test.ts` for a new column.
// - Memory: docs/caches.md, the column "Deleted person". `caches.test.ts` compares the answers of another process.
// - Logins end with `users.token_version`, feeds with `notifyAccess`, consents at the providers in `give-back.ts`.
// - Logs never name a person: `delete-account.test.ts` reads them.

const pseudonym = 'pseudonym'
const theirEvent = { stays: 'written for everyone in the event; its author is a pseudonym', may_name: true } as const
const explains = { stays: 'explains a score; its author is a pseudonym', may_name: true } as const
const setToNobody = { stays: 'set to nobody' } as const
const ofTheGame = { stays: 'a word of the game, the same for all players' } as const
const ofReading = { stays: 'numbers of a reading' } as const
const listed = { stays: 'names of parts, jobs, scheduled tasks and providers' } as const
const ruling = { user_id: pseudonym, author_id: pseudonym, reason: explains, public_note: explains } as const
const withdrawal = { withdrawn_by: pseudonym, withdrawal_reason: explains } as const
const ofOrganisers = { kind: 'organising', about: nothing, rows: 'stay', by: byAuthor } as const
const ofStep = { owner_id: pseudonym, marked_by_id: pseudonym, code: { stays: 'the name of the step' } } as const
const ofOutage = { part: listed, cause: listed, affected: listed, note: theirEvent, note_author_id: pseudonym } as const
const ofTwitch: KeptTable['about'] = (person) => sql`twitch_id = any(${idsOf(person, 'twitch')}::text[])`

export const register: Readonly<Record<keyof Tables, KeptTable | Impersonal>> = {
  users: {
    kind: 'profile',
    about: ({ user_id }) => sql`id = ${user_id}`,
    rows: 'stay',
    columns: {
      display_name: 'renamed',
      permissions: 'emptied',
      record_shown_to: setToNobody,
      chat_name_shown_to: setToNobody,
      play_shown_to: setToNobody,
      stream_shown_to: setToNobody,
    },
    not_exported: ['token_version'],
  },
  permission_changes: {
    kind: 'profile',
    about: ofUser,
    rows: 'stay',
    columns: {
      user_id: pseudonym,
      author_id: pseudonym,
      permissions_before: { stays: 'the record of who held which role' },
      permissions_after: { stays: 'the record of who held which role' },
    },
    by: byAuthor,
  },
  accounts: { kind: 'accounts', about: ofUser, rows: 'go', not_exported: ['access_token', 'refresh_token'] },
  stated_accounts: { kind: 'accounts', about: ofUser, rows: 'go', columns: { confirmed_by: pseudonym } },
  login_states: { kind: 'accounts', about: ofUser, rows: 'go', not_exported: ['state_hash', 'verifier', 'browser_hash'] },
  discord_grants: { kind: 'accounts', about: ofUser, rows: 'go' },
  own_calendars: { kind: 'accounts', about: ofUser, rows: 'go', not_exported: ['key_hash'] },
  own_keys: { kind: 'accounts', about: ofUser, rows: 'go', not_exported: ['key_hash'] },
  passkeys: { kind: 'accounts', about: ofUser, rows: 'go', not_exported: ['credential_id', 'public_key', 'user_handle'] },
  passkey_challenges: {
    kind: 'accounts',
    about: ofUser,
    rows: 'go',
    not_exported: ['challenge_hash', 'browser_hash', 'user_handle'],
  },
  invitations: {
    kind: 'accounts',
    about: ({ user_id }) => sql`(used_by = ${user_id} or for_user_id = ${user_id})`,
    rows: 'go',
    columns: {
      author_id: pseudonym,
      for_user_id: pseudonym,
      used_by: pseudonym,
      name: { stays: 'a note about an unused link', may_name: true },
    },
    by: byAuthor,
    not_exported: ['secret_hash', 'for_user_id', 'used_by'],
  },
  twitch_streams: { kind: 'accounts', about: ofTwitch, rows: 'go' },
  stream_spans: { kind: 'accounts', about: ofTwitch, rows: 'go' },
  signups: { kind: 'signups', about: ofUser, rows: 'go', columns: { partner_id: 'removed' } },
  signup_questions: { kind: 'signups', about: isAsked, rows: 'stay', columns: { questions: { stays: 'asked of all players' } } },
  signup_changes: { kind: 'signups', about: ofUser, rows: 'go', columns: { author_id: pseudonym }, not_exported: ['author_id'] },
  team_users: { kind: 'teams', about: ofUser, rows: 'stay', columns: { user_id: pseudonym } },
  team_wishes: { kind: 'teams', about: ofUser, rows: 'go' },
  team_suggestion_takers: { kind: 'teams', about: ofUser, rows: 'go' },
  team_suggestion_readers: { kind: 'teams', about: ofUser, rows: 'go' },
  team_suggestions: {
    kind: 'teams',
    about: ({ user_id }) => sql`written_by = ${user_id}`,
    rows: 'stay',
    columns: {
      written_by: pseudonym,
      extra: { stays: 'part of the plan of their team, which continues; its author is a pseudonym', may_name: true },
    },
  },
  characters: {
    kind: 'characters',
    about: ofUser,
    rows: 'stay',
    columns: {
      id: 'renamed',
      user_id: pseudonym,
      name: 'renamed',
      ascendancy: ofTheGame,
      pantheon_major: ofTheGame,
      pantheon_minor: ofTheGame,
      main_skill: ofTheGame,
    },
  },
  character_readings: {
    kind: 'characters',
    about: ofUser,
    rows: 'stay',
    columns: {
      character_id: 'renamed',
      user_id: pseudonym,
      source: { stays: 'the call of the game that reported it' },
      ascendancy: ofTheGame,
      pantheon_major: ofTheGame,
      pantheon_minor: ofTheGame,
    },
  },
  character_values: {
    kind: 'characters',
    about: ({ user_id }) => sql`id in (select values_id from character_readings where user_id = ${user_id})`,
    rows: 'stay',
    columns: { worn: ofReading, figures: ofReading },
  },
  character_items: { kind: 'characters', about: ofCharacter, rows: 'go', not_exported: ['content_hash'] },
  build_queue: { kind: 'characters', about: ofCharacter, rows: 'go', not_exported: ['export_hash', 'request', 'unread_hash'] },
  character_builds: { kind: 'characters', about: ofCharacter, rows: 'go', not_exported: ['export_hash'] },
  atlas_trees: { kind: 'characters', about: ofUser, rows: 'go' },
  ladder_entries: {
    kind: 'characters',
    about: either(ofUser, ofCharacter, (person) => sql`lower(account_name) = any(${gameNamesOf(person)}::text[])`),
    rows: 'go',
  },
  stashes: {
    kind: 'tabs',
    about: ofUser,
    rows: 'stay',
    columns: { stash_id: 'renamed', user_id: pseudonym, name: 'emptied', stash_type: ofTheGame },
  },
  stash_snapshots: {
    kind: 'tabs',
    about: ofUser,
    rows: 'stay',
    columns: {
      stash_id: 'renamed',
      change_id: { stays: 'a position in the stream of the game, shared by other pages' },
      user_id: pseudonym,
      items: { stays: 'the items that points came from, without names of people; removed some time after the event' },
      items_hash: { stays: 'of the items' },
      kind: { stays: 'the position of the items' },
      class: ofTheGame,
    },
    not_exported: ['items_hash', 'base_id'],
    packed: 'items',
  },
  guild_stash_access: { kind: 'tabs', about: ofUser, rows: 'go' },
  guild_log_entries: {
    kind: 'guild_log',
    about: (person) => sql`lower(account_name) = any(${gameNamesOf(person)}::text[])`,
    rows: 'stay',
    columns: {
      account_name: 'renamed',
      action: { stays: 'the action on an item of the guild' },
      item_name: ofTheGame,
      stash_name: { stays: 'a tab of the guild' },
      uploaded_by: pseudonym,
    },
    not_exported: ['uploaded_by'],
  },
  guild_log_pages: {
    kind: 'guild_log',
    about: ({ user_id }) => sql`uploaded_by = ${user_id}`,
    rows: 'stay',
    columns: { uploaded_by: pseudonym },
  },
  activity_samples: { kind: 'play', about: ofUser, rows: 'go' },
  // Too large for a file of texts; its player sees it beside the submission.
  proof_pictures: { kind: 'submissions', about: ofUser, rows: 'go', not_exported: ['picture'] },
  game_log_events: { kind: 'submissions', about: ofUser, rows: 'go' },
  submissions: {
    kind: 'submissions',
    about: ofUser,
    rows: 'stay',
    columns: {
      user_id: pseudonym,
      proof: 'emptied',
      comment: 'emptied',
      item_name: { stays: 'what was reported' },
      item_text: 'emptied',
      item_identity: 'emptied',
      report_key: { stays: 'a random number that tells repeats of one report apart' },
      suspicions: { stays: 'the kinds of signs that it may be wrong' },
      recheck: { stays: 'why it waits again' },
      approval_status: { stays: 'whether it counts' },
      review_comment: explains,
      reviewer_id: pseudonym,
    },
  },
  submission_history: {
    kind: 'submissions',
    about: ({ user_id }) => sql`(author_id = ${user_id} and kind in ('submitted', 'edited', 'challenged', 'appealed'))`,
    rows: 'stay',
    columns: {
      kind: { stays: 'what was done' },
      from_status: { stays: 'what was done' },
      to_status: { stays: 'what was done' },
      comment: 'emptied',
      author_id: pseudonym,
    },
    by: byAuthor,
  },
  submission_claims: { kind: 'submissions', about: ({ user_id }) => sql`judge_id = ${user_id}`, rows: 'go' },
  facts: {
    kind: 'scores',
    about: ofUser,
    rows: 'stay',
    columns: { ...ruling, kind: { stays: 'the kind of the row' }, source: 'renamed' },
    by: byAuthor,
  },
  exclusions: {
    kind: 'scores',
    about: ofUser,
    rows: 'stay',
    columns: { ...ruling, ...withdrawal, what: { stays: 'the item taken out' }, source: 'renamed' },
    by: byAuthor,
  },
  manual_points: {
    kind: 'scores',
    about: ofUser,
    rows: 'stay',
    columns: {
      ...ruling,
      ...withdrawal,
      proof: explains,
      approval: { stays: 'the decision' },
      decided_by: pseudonym,
      decision_reason: explains,
    },
    by: either(byAuthor, ({ user_id }) => sql`decided_by = ${user_id}`),
  },
  archived_receipts: {
    kind: 'scores',
    about: nothing,
    rows: 'stay',
    columns: { receipt: { stays: 'numbers of users, who are pseudonyms; names of characters are replaced' } },
    not_exported: ['receipt'],
  },
  rematch_facts: { kind: 'scores', about: ofUser, rows: 'stay', columns: { user_id: pseudonym, source: 'renamed' } },
  tracked_readings: { kind: 'scores', about: ofUser, rows: 'stay', columns: { user_id: pseudonym } },
  scores: {
    kind: 'scores',
    about: ofUser,
    rows: 'stay',
    columns: { user_id: pseudonym, by_rule: { stays: 'points by preset' } },
  },
  score_changes: {
    kind: 'scores',
    about: ofUser,
    rows: 'stay',
    columns: {
      user_id: pseudonym,
      diff_type: { stays: 'what changed' },
      field_diff: { stays: 'what changed' },
      by_rule: { stays: 'points by preset' },
    },
  },
  personal_notices: { kind: 'notices', about: ofUser, rows: 'go' },
  personal_notice_settings: { kind: 'notices', about: ofUser, rows: 'go' },
  direct_messages: { kind: 'notices', about: ofUser, rows: 'go', not_exported: ['nonce', 'nonce_at', 'nonce_to'] },
  push_devices: { kind: 'notices', about: ofUser, rows: 'go', not_exported: ['endpoint_hash', 'subscription', 'token_version'] },
  tracking_troubles: { kind: 'fetching', about: ofUser, rows: 'go' },
  character_polls: { kind: 'fetching', about: ofUser, rows: 'go' },
  guild_stash_polls: { kind: 'fetching', about: ofUser, rows: 'go' },
  fetch_windows: { kind: 'fetching', about: ofUser, rows: 'go' },
  ingestion_problems: {
    kind: 'fetching',
    about: (person) =>
      sql`(${sql.join(
        listMarks(person).flatMap((mark) => [sql`strpos(problem, ${mark}) > 0`, sql`strpos(excerpt, ${mark}) > 0`]),
        sql` or `,
      )})`,
    rows: 'go',
    // The unreadable answer from the game may be about others, too.
    not_exported: ['excerpt'],
  },
  admin_changes: {
    kind: 'organising',
    about: nothing,
    rows: 'stay',
    columns: {
      author_id: pseudonym,
      kind: { stays: 'what was done' },
      subject: 'renamed',
      detail: { stays: 'fields, times, numbers and reasons', may_name: true },
    },
    by: byAuthor,
    not_exported: ['subject'],
  },
  event_steps: { ...ofOrganisers, columns: ofStep, by: byStep },
  announcements: {
    ...ofOrganisers,
    columns: { title: theirEvent, text: theirEvent, audience: theirEvent, author_id: pseudonym },
  },
  broadcasts: {
    kind: 'organising',
    about: nothing,
    rows: 'stay',
    columns: { key: { stays: 'the key of the overlays of an event' }, pinned_user_id: pseudonym },
  },
  notice_routes: {
    ...ofOrganisers,
    columns: {
      name: theirEvent,
      templates: theirEvent,
      readers: listed,
      target: listed,
      kinds: listed,
      stopped: listed,
      time_zone: { stays: 'a zone of the world' },
      address: { stays: 'where an event posts' },
      address_hint: { stays: 'where an event posts' },
      signing_key: { stays: 'a secret of the event' },
      standings_message: { stays: 'a number of a message' },
      standings_text: { stays: 'teams and their points' },
      author_id: pseudonym,
    },
    not_exported: ['address', 'signing_key'],
  },
  outages: { kind: 'organising', about: nothing, rows: 'stay', columns: ofOutage, by: byNote },
  added_item_names: { ...ofOrganisers, columns: { game_version: ofTheGame, name: ofTheGame, author_id: pseudonym } },
  event_rules: { ...ofOrganisers, columns: { text: theirEvent, author_id: pseudonym } },
  definition_changes: {
    ...ofOrganisers,
    columns: { definition: 'renamed', author_id: pseudonym, reason: explains },
    not_exported: ['definition'],
  },
  team_logos: {
    ...ofOrganisers,
    columns: { hash: { stays: 'of the picture' }, picture: { stays: 'the picture of a team' }, author_id: pseudonym },
    not_exported: ['picture'],
  },
  team_sort_drafts: {
    ...ofOrganisers,
    columns: { draft: { stays: 'numbers of users, who are pseudonyms' }, author_id: pseudonym },
    not_exported: ['draft'],
  },
  team_sorts: {
    ...ofOrganisers,
    columns: {
      author_id: pseudonym,
      note: theirEvent,
      input: { stays: 'the published proof, which has rows instead of people' },
      proposal: { stays: 'the published proof' },
      people: { stays: 'numbers of users, who are pseudonyms' },
      before: { stays: 'numbers of users' },
      after: { stays: 'numbers of users' },
      undone_by: pseudonym,
    },
    not_exported: ['input', 'proposal', 'people', 'before', 'after'],
  },
  ...impersonalTables,
}

export const isPersonal = (table: KeptTable | Impersonal): table is KeptTable => 'about' in table

/** The tables with personal data, in the order of the list. */
export const personalTables: readonly (readonly [keyof Tables, KeptTable])[] = (
  Object.entries(register) as [keyof Tables, KeptTable | Impersonal][]
).flatMap(([name, table]) => (isPersonal(table) ? [[name, table] as const] : []))

/** Table and columns with texts of programs. */
export const programTexts = (Object.entries(register) as [keyof Tables, KeptTable | Impersonal][]).flatMap(([name, table]) =>
  isPersonal(table) ? [] : (table.texts ?? []).map((column) => [name, column] as const),
)
