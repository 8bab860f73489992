import type { EventId, ObjectiveId } from '@muster/contract/ids'
import type { Db } from '../db/connect.ts'
import { appendFacts } from '../db/ledger.ts'
import { aGuild, aUser } from './builders.ts'
import type { SimulatedPlayer } from './simulated-event.ts'

/**
 * Fills every table that can hold personal data and is not filled by a job with data of one player. All of the player's texts
 * contain the word Cathy.
 */
export async function leaveTraces(
  db: Db,
  now: Date,
  { user_id, team_id, account_name }: SimulatedPlayer,
  { event_id, bounty, counted }: { event_id: EventId; bounty: ObjectiveId; counted: ObjectiveId },
): Promise<void> {
  const other = await aUser(db, { display_name: 'Somebody else' })
  await db
    .updateTable('users')
    .set({ permissions: ['submission_judge'], record_shown_to: 'everyone' })
    .where('id', '=', user_id)
    .execute()
  await db
    .insertInto('accounts')
    .values([
      { user_id, provider: 'discord', account_id: '998877665544332211', name: 'Chatty Cathy', handle: 'chatty.cathy' },
      { user_id, provider: 'twitch', account_id: '77665544', name: 'CathyStreams', handle: 'cathystreams' },
    ])
    .execute()
  await db
    .insertInto('twitch_streams')
    .values({
      twitch_id: '77665544',
      stream_id: '1',
      user_login: 'cathystreams',
      user_name: 'CathyStreams',
      game_id: '1',
      game_name: 'Path of Exile',
      title: 'Cathy plays',
      viewer_count: 1,
      started_at: now,
      language: 'en',
      thumbnail_url: 'https://pictures.test/cathystreams.jpg',
      is_mature: false,
    })
    .execute()
  const state = { state_hash: Buffer.from('state'), provider: 'twitch' as const, verifier: 'v', user_id, token_version: 1 }
  await db
    .insertInto('login_states')
    .values({ ...state, redirect_url: 'https://muster.test', last_url: '/profile/cathy-was-here', expires_at: now })
    .execute()
  const signup = { event_id, timestamp: now, expected_playtime: 7 }
  await db
    .insertInto('signups')
    .values([
      { ...signup, user_id, extra: 'Cathy is away on Saturday' },
      { ...signup, user_id: other.id, partner_id: user_id },
    ])
    .execute()
  const removed = {
    timestamp: now.toISOString(),
    expected_playtime: 1,
    actual_playtime: 0,
    needs_help: false,
    wants_to_help: false,
  }
  const took_out = { event_id, author_id: other.id, changed_at: now }
  await db
    .insertInto('signup_changes')
    .values({
      ...took_out,
      user_id,
      kind: 'removed',
      signup: JSON.stringify({ ...removed, partner_id: null, extra: 'Cathy wrote this', utc_offset_hours: 1, queue_place: null }),
    })
    .execute()
  await db
    .insertInto('admin_changes')
    .values([
      { ...took_out, kind: 'signup_removed', subject: 'Cathy as she was called then', detail: '' },
      { ...took_out, author_id: user_id, kind: 'rules_written', subject: '1', detail: '' },
    ])
    .execute()
  await db
    .insertInto('permission_changes')
    .values({ user_id, author_id: other.id, permissions_before: [], permissions_after: ['submission_judge'] })
    .execute()
  const plan = { team_id, objective_id: bounty, written_by: user_id, written_at: now, extra: `with ${account_name}` }
  await db.insertInto('team_suggestions').values(plan).execute()
  const entry = { team_id, objective_id: bounty, user_id }
  await db
    .insertInto('team_suggestion_takers')
    .values({ ...entry, taken_at: now })
    .execute()
  await db
    .insertInto('team_suggestion_readers')
    .values({ ...entry, version: 1, seen_at: now })
    .execute()
  await db
    .insertInto('activity_samples')
    .values({ event_id, user_id, timestamp: new Date(0) })
    .execute()
  const { id: submission_id } = await db
    .insertInto('submissions')
    .values({
      event_id,
      objective_id: bounty,
      team_id,
      user_id,
      timestamp: now,
      submitted_at: now,
      number: 3,
      proof: 'https://video.test/cathy',
      comment: 'Cathy did this',
      approval_status: 'APPROVED',
      review_comment: `${account_name} did well`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('submission_history')
    .values({
      submission_id,
      kind: 'submitted',
      to_status: 'PENDING',
      comment: 'Cathy did this',
      author_id: user_id,
      timestamp: now,
    })
    .execute()
  await db
    .insertInto('submission_claims')
    .values({ submission_id, judge_id: user_id, claimed_at: now, expires_at: now })
    .execute()
  await db.transact((tx) =>
    appendFacts(tx, event_id, [
      { objective_id: bounty, team_id, user_id, source: `submission:${submission_id}`, number: 3, timestamp: now },
    ]),
  )
  const tab = await db
    .selectFrom('facts')
    .select(['objective_id', 'source'])
    .where('user_id', '=', user_id)
    .where('source', 'like', 'stash:%')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('exclusions')
    .values({
      event_id,
      what: 'tab',
      objective_id: counted,
      source: tab.source,
      author_id: other.id,
      user_id,
      reason: `${account_name} had help`,
      created_at: now,
    })
    .execute()
  await db.insertInto('rematches').values({ objective_id: bounty, event_id, reads: 'readings', started_at: now }).execute()
  await db
    .insertInto('rematch_facts')
    .values({ objective_id: bounty, team_id, user_id, source: tab.source, number: 1, timestamp: now })
    .execute()
  await aGuild(db, { id: team_id, event_id }, 4711)
  await db
    .insertInto('guild_log_entries')
    .values({
      event_id,
      guild_id: 4711 as never,
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
    })
    .execute()
  await db
    .insertInto('guild_log_pages')
    .values({
      event_id,
      guild_id: 4711 as never,
      oldest_entry_id: 1,
      newest_entry_id: 1,
      oldest_at: now,
      newest_at: now,
      covers_until: now,
      is_truncated: false,
      uploaded_by: user_id,
      uploaded_at: now,
    })
    .execute()
  const problem = { event_id, job_type: 'FetchCharacterData', timestamp: now }
  await db
    .insertInto('ingestion_problems')
    .values({ ...problem, problem: 'not JSON', excerpt: `{"account":"${account_name}"` })
    .execute()
  await db
    .insertInto('jobs')
    .values({ event_id, job_type: 'FetchStashChanges', end_date: now, last_error: `${account_name} could not be read` })
    .execute()
  await db
    .insertInto('atlas_trees')
    .values({ event_id, user_id, index: 0, nodes: [1, 2], timestamp: now })
    .execute()
  const built = await db.selectFrom('characters').select('id').where('user_id', '=', user_id).executeTakeFirstOrThrow()
  await db
    .insertInto('build_queue')
    .values({ event_id, character_id: built.id, export_hash: Buffer.from('a hash'), request: Buffer.from('Cathy'), due_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('announcements')
    .values({
      event_id,
      title: 'Tonight',
      text: `Ask ${account_name}`,
      audience: 'everybody',
      starts_at: now,
      written_at: now,
      author_id: user_id,
    })
    .execute()
  const outage = { part: 'builds', event_id, cause: 'behind', affected: [], began_at: now, ended_at: now }
  await db
    .insertInto('outages')
    .values({ ...outage, note: `${account_name} told us`, note_author_id: user_id })
    .execute()
  await db
    .insertInto('event_rules')
    .values({ event_id, version: 1, text: 'Be kind', written_at: now, author_id: user_id })
    .execute()
  await db
    .insertInto('team_logos')
    .values({ team_id, hash: 'h', picture: Buffer.from('p'), uploaded_at: now, author_id: user_id })
    .execute()
  await db.insertInto('team_sort_drafts').values({ event_id, draft: '{}', author_id: user_id, changed_at: now }).execute()
  const sort = { people: JSON.stringify({ aaaa: user_id }), before: '[]', after: '[]' }
  await db
    .insertInto('team_sorts')
    .values({ event_id, created_at: now, note: 'drawn', author_id: user_id, ...sort })
    .execute()
}
