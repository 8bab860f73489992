import type { EventId, GuildId, ObjectiveId, UserId } from '@muster/contract/ids'
import type { Db, Tx } from '../db/connect.ts'
import { appendFacts } from '../db/ledger.ts'
import { aGuild, aStream, aUser, insertRows } from './builders.ts'
import { insertRow, deferInserts, type RowsByTable } from './rows.ts'
import type { SimulatedPlayer } from './simulated-event.ts'

interface Subject extends SimulatedPlayer {
  readonly event_id: EventId
  /** An objective with claims. */
  readonly bounty: ObjectiveId
  /** An objective with facts from a tab of the player. */
  readonly counted: ObjectiveId
  readonly now: Date
}

/**
 * Fills every table that can hold personal data and is not filled by a job with data of one player. All of the player's texts
 * contain the word Cathy.
 */
export const leaveTraces = (db: Db, subject: Subject): Promise<void> =>
  db.transact(async (tx) => {
    const { user_id, team_id, event_id } = subject
    const other = await aUser(tx, { display_name: 'Somebody else' })
    const guild_id = 4711 as GuildId
    await tx
      .updateTable('users')
      .set({ permissions: ['submission_judge'], record_shown_to: 'everyone' })
      .where('id', '=', user_id)
      .execute()
    const started_at = subject.now
    await insertRows(tx, 'stream_spans', { twitch_id: '77665544', stream_id: '1', started_at, seen_until: started_at })
    await aStream(tx, { twitch_id: '77665544', user_login: 'cathystreams', user_name: 'CathyStreams', title: 'Cathy plays' })
    await aGuild(tx, { id: team_id, event_id }, guild_id)
    deferInserts(tx, listAccountRows(subject, other.id))
    deferInserts(tx, listEventRows(subject))
    deferInserts(tx, listGuildRows(subject, guild_id))
    await leaveFacts(tx, subject, other.id)
    await queueBuild(tx, subject)
  })

const listAccountRows = ({ event_id, user_id, now }: Subject, other_id: UserId): RowsByTable => {
  const signup = { event_id, timestamp: now, expected_playtime: 7 }
  const change = { event_id, author_id: other_id, changed_at: now }
  const removed = {
    timestamp: now.toISOString(),
    expected_playtime: 1,
    actual_playtime: 0,
    needs_help: false,
    wants_to_help: false,
    partner_id: null,
    extra: 'Cathy wrote this',
    utc_offset_hours: 1,
    answers: [{ question_id: 1, answer: 'Cathy answered this' }],
    queue_place: null,
  }
  return {
    stated_accounts: [
      { user_id, name: 'CathyStates#1234', stated_at: now, confirmed_at: now, confirmed_by: other_id },
      { user_id: other_id, name: 'Other#1234', stated_at: now, confirmed_at: now, confirmed_by: user_id },
    ],
    accounts: [
      { user_id, provider: 'discord', account_id: '998877665544332211', name: 'Chatty Cathy', handle: 'chatty.cathy' },
      { user_id, provider: 'twitch', account_id: '77665544', name: 'CathyStreams', handle: 'cathystreams' },
    ],
    login_states: {
      state_hash: Buffer.from('state'),
      provider: 'twitch',
      verifier: 'v',
      user_id,
      token_version: 1,
      redirect_url: 'https://muster.test',
      last_url: '/profile/cathy-was-here',
      expires_at: now,
    },
    discord_grants: {
      event_id,
      server_id: '1300000000000000000',
      discord_id: '998877665544332211',
      role_id: '1300000000000000001',
      user_id,
      state: 'had',
      changed_at: now,
    },
    own_calendars: { user_id, key_hash: Buffer.from('key of the calendar'), made_at: now },
    own_keys: { user_id, name: "Cathy's bot", key_hash: Buffer.from('hash of the key'), scopes: ['public'], made_at: now },
    passkeys: {
      user_id,
      credential_id: Buffer.from('credential'),
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      user_handle: Buffer.from('handle'),
      name: "Cathy's phone",
    },
    invitations: [
      { secret_hash: Buffer.from('1'), name: 'for Cathy', expires_at: now, used_at: now, used_by: user_id, author_id: other_id },
      { secret_hash: Buffer.from('2'), for_user_id: user_id, author_id: other_id, created_at: now, expires_at: now },
    ],
    passkey_challenges: {
      challenge_hash: Buffer.from('challenge'),
      purpose: 'add',
      user_id,
      display_name: 'Cathy',
      expires_at: now,
    },
    signups: [
      { ...signup, user_id, extra: 'Cathy is away on Saturday', answers: JSON.stringify(removed.answers) },
      { ...signup, user_id: other_id, partner_id: user_id },
    ],
    event_steps: { event_id, code: 'archive', owner_id: user_id, marked_by_id: user_id, marked_at: now },
    signup_questions: { event_id, version: 1, questions: JSON.stringify([{ id: 1, text: 'Why?' }]), last_id: 1 },
    signup_changes: { ...change, user_id, kind: 'removed', signup: JSON.stringify(removed) },
    admin_changes: [
      { ...change, kind: 'signup_removed', subject: 'Cathy as she was called then', detail: '' },
      { ...change, event_id: null, kind: 'login_link_made', subject: 'Cathy as she was called then', detail: '' },
      { ...change, author_id: user_id, kind: 'rules_written', subject: '1', detail: '' },
    ],
    permission_changes: { user_id, author_id: other_id, permissions_before: [], permissions_after: ['submission_judge'] },
  }
}

const listEventRows = ({ event_id, user_id, team_id, bounty, account_name, now }: Subject): RowsByTable => {
  const plan = { team_id, objective_id: bounty }
  const author_id = user_id
  return {
    team_suggestions: { ...plan, written_by: user_id, written_at: now, extra: `with ${account_name}` },
    team_wishes: { event_id, team_id, user_id, kind: 'unique', name: 'Headhunter', added_at: now },
    team_suggestion_takers: { ...plan, user_id, taken_at: now },
    team_suggestion_readers: { ...plan, user_id, version: 1, seen_at: now },
    game_log_events: {
      event_id,
      user_id,
      kind: 'death',
      character: account_name,
      value: '',
      number: 0,
      logged: '2026/01/17 12:40:00',
      uptime_ms: 1,
      is_live: true,
      timestamp: new Date(0),
    },
    activity_samples: { event_id, user_id, timestamp: new Date(0) },
    personal_notices: {
      event_id,
      user_id,
      kind: 'tracking',
      key: 'tracking:1',
      facts: JSON.stringify({ problem: `${account_name} cannot be read` }),
      happened_at: now,
      useful_until: now,
    },
    personal_notice_settings: { user_id, kinds: ['tracking'], known_kinds: ['tracking'], time_zone: 'UTC', most_per_hour: 3 },
    push_devices: {
      user_id,
      endpoint_hash: Buffer.from('hash of an address'),
      service: 'push.test',
      subscription: Buffer.from('address and keys'),
      token_version: 1,
      made_at: now,
      position: 0,
    },
    direct_messages: {
      user_id,
      account_id: '998877665544332211',
      started_at: now,
      channel_id: '887766554433221100',
      position: 0,
    },
    tracking_troubles: { event_id, user_id, since: now, is_told: false },
    atlas_trees: { event_id, user_id, index: 0, nodes: [1, 2], timestamp: now },
    ingestion_problems: {
      event_id,
      job_type: 'FetchCharacterData',
      timestamp: now,
      problem: 'not JSON',
      excerpt: `{"account":"${account_name}"`,
    },
    jobs: { event_id, job_type: 'FetchStashChanges', end_date: now, last_error: `${account_name} could not be read` },
    announcements: {
      event_id,
      title: 'Tonight',
      text: `Ask ${account_name}`,
      audience: 'everybody',
      starts_at: now,
      written_at: now,
      author_id,
    },
    outages: {
      part: 'builds',
      event_id,
      cause: 'behind',
      affected: [],
      began_at: now,
      ended_at: now,
      note: `${account_name} told us`,
      note_author_id: user_id,
    },
    added_item_names: { game_version: 'poe1', is_unique: true, name: 'Sword of Tomorrow', author_id, added_at: now },
    notice_routes: {
      event_id,
      name: `Channel of ${account_name}`,
      readers: 'public',
      target: 'https',
      address: Buffer.alloc(1),
      address_hint: 'hooks.test/…abcd',
      kinds: [],
      minimum_points: 1,
      digest_minutes: 5,
      most_per_hour: 12,
      time_zone: 'UTC',
      edits_standings: false,
      templates: '{}',
      stopped: 'key_lost',
      author_id,
      written_at: now,
      position: 0,
    },
    event_rules: { event_id, version: 1, text: 'Be kind', written_at: now, author_id },
    team_logos: { team_id, hash: 'h', picture: Buffer.from('p'), uploaded_at: now, author_id },
    team_sort_drafts: { event_id, draft: '{}', author_id, changed_at: now },
    team_sorts: {
      event_id,
      created_at: now,
      note: 'drawn',
      author_id,
      people: JSON.stringify({ aaaa: user_id }),
      before: '[]',
      after: '[]',
    },
  }
}

const listGuildRows = ({ event_id, user_id, account_name, now }: Subject, guild_id: GuildId): RowsByTable => ({
  guild_log_entries: {
    event_id,
    guild_id,
    entry_id: 1,
    timestamp: now,
    account_name: account_name.toUpperCase(),
    action: 'added',
    item_name: 'Goldrim',
    number: 1,
    stash_name: 'Dump',
    x: 1,
    y: 1,
    uploaded_by: user_id,
  },
  guild_log_pages: {
    event_id,
    guild_id,
    oldest_entry_id: 1,
    newest_entry_id: 1,
    oldest_at: now,
    newest_at: now,
    covers_until: now,
    is_truncated: false,
    uploaded_by: user_id,
    uploaded_at: now,
  },
})

/** A claim with its fact, and corrections of the player's facts. */
async function leaveFacts(tx: Tx, { event_id, user_id, team_id, bounty, counted, account_name, now }: Subject, judge_id: UserId) {
  const fact = { objective_id: bounty, team_id, user_id, timestamp: now }
  const comment = 'Cathy did this'
  const { id: submission_id } = await insertRow(tx, 'submissions', {
    ...fact,
    event_id,
    submitted_at: now,
    number: 3,
    proof: 'https://video.test/cathy',
    comment,
    approval_status: 'APPROVED',
    review_comment: `${account_name} did well`,
  })
  // A second submission for the same objective.
  await insertRow(tx, 'submissions', {
    ...fact,
    event_id,
    timestamp: new Date(now.getTime() - 1),
    submitted_at: now,
    number: 2,
    comment,
  })
  await appendFacts(tx, event_id, [{ ...fact, source: `submission:${submission_id}`, number: 3 }])
  const { source } = await tx
    .selectFrom('facts')
    .select('source')
    .where('user_id', '=', user_id)
    .where('source', 'like', 'stash:%')
    .executeTakeFirstOrThrow()
  deferInserts(tx, {
    submission_history: { submission_id, kind: 'submitted', to_status: 'PENDING', comment, author_id: user_id, timestamp: now },
    proof_pictures: { event_id, team_id, user_id, picture: Buffer.from('a picture'), bytes: 9, uploaded_at: now },
    submission_claims: { submission_id, judge_id: user_id, claimed_at: now, expires_at: now },
    exclusions: {
      event_id,
      what: 'tab',
      objective_id: counted,
      source,
      author_id: judge_id,
      user_id,
      reason: `${account_name} had help`,
      created_at: now,
    },
    manual_points: {
      event_id,
      team_id,
      user_id,
      points: 5,
      reason: `${account_name} helped`,
      author_id: judge_id,
      created_at: now,
    },
    rematches: { objective_id: bounty, event_id, reads: 'readings', started_at: now },
    rematch_facts: { ...fact, source, number: 1 },
  })
}

/** Another export of the player's character may be in the queue already. */
async function queueBuild(tx: Tx, { event_id, user_id, now }: Subject): Promise<void> {
  const { id } = await tx.selectFrom('characters').select('id').where('user_id', '=', user_id).executeTakeFirstOrThrow()
  await tx
    .insertInto('build_queue')
    .values({
      event_id,
      character_id: id,
      export_hash: Buffer.from('a hash'),
      request: Buffer.from('Cathy'),
      due_at: now,
      seen_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
