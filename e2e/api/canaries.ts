import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import type { Db } from '@muster/server/db/connect'
import { anObjective, aScoreChange } from '@muster/server/testing/builders'
import { type Scene, stashItemName } from './scene.ts'
import { packItems, writeItems } from '@muster/server/ingestion/stash/stored-items'

/** Recognisable values that a search finds anywhere in an answer. */
export interface Canaries {
  /** Objectives that are hidden, or hide their progress. */
  readonly objective_ids: readonly number[]
  /** Values that only the team of the scene may read, in any encoding. */
  readonly fromOutsiders: readonly string[]
  /** Values that no caller may read, not even with a role. */
  readonly fromEverybody: readonly string[]
  /** Values that some callers may read: their owner, or the designers of the event. */
  readonly forInsiders: readonly string[]
  /** Scores something hidden, so that feeds have something to send. */
  score(scene: Scene): Promise<void>
}

const hiddenPoints = 914_000_111
const hiddenNumber = 777_000_222
const futureNumber = 555_000_333

const tokens = ['canary-access-token', 'canary-refresh-token']
const account = (user_id: number) => `canary-account-${user_id}-`
const anyForm = (text: string) => [text, Buffer.from(text).toString('base64'), Buffer.from(text).toString('hex')]

/** Hides canaries in a public event and in a hidden one. */
export async function hideCanaries(db: Db, scene: Scene, hidden: Scene): Promise<Canaries> {
  const event_id = scene.event_id as EventId
  const parent_id = scene.root_id as ObjectiveId
  const { owner } = scene.people

  // Provider ids and tokens of every user.
  for (const { id: user_id } of Object.values(scene.people)) {
    await db
      .updateTable('accounts')
      .set({
        account_id: `${account(user_id)}poe`,
        access_token: Buffer.from('canary-access-token'),
        refresh_token: Buffer.from('canary-refresh-token'),
      })
      .where('user_id', '=', user_id)
      .where('provider', '=', 'poe')
      .execute()
    await db
      .insertInto('accounts')
      .values({ user_id, provider: 'discord', account_id: `${account(user_id)}chat`, name: 'n' })
      .execute()
  }

  // An objective that opens later, with a child.
  const future = await anObjective(db, event_id, {
    parent_id,
    name: 'canary-future-name',
    note: 'canary-future-extra',
    required_number: futureNumber,
    valid_from: new Date(scene.now + 86_400_000),
  })
  const child = await anObjective(db, event_id, { parent_id: future.id, name: 'canary-future-child' })
  for (const { id: objective_id } of [future, child]) {
    await db
      .insertInto('conditions')
      .values({ objective_id, field: 'NAME', operator: 'EQ', value: 'canary-future-condition' })
      .execute()
  }

  // An objective whose progress is hidden from other teams, for items and for claims.
  const secret = await anObjective(db, event_id, { parent_id, hide_progress: true, required_number: 10 })
  const claim = await anObjective(db, event_id, {
    parent_id,
    hide_progress: true,
    objective_type: 'SUBMISSION',
    number_field: 'SUBMISSION_VALUE',
  })
  const submission = {
    event_id,
    team_id: scene.team_id as TeamId,
    user_id: owner.id,
    submitted_at: new Date(scene.now),
    number: hiddenNumber,
  }
  await db
    .insertInto('submissions')
    .values(
      [claim, future].map(({ id }) => ({
        ...submission,
        objective_id: id,
        timestamp: new Date(scene.now - 1000),
        proof: 'canary-proof',
        comment: 'canary-comment',
      })),
    )
    .execute()

  await db
    .updateTable('signups')
    .set({ extra: 'canary-signup-extra' })
    .where('event_id', '=', event_id)
    .where('user_id', '=', owner.id)
    .execute()
  await db
    .insertInto('team_suggestions')
    .values({ team_id: scene.team_id as TeamId, objective_id: scene.objective_id as ObjectiveId, extra: 'canary-suggestion' })
    .execute()
  await db
    .updateTable('team_plans')
    .set({ windows: JSON.stringify([{ name: 'canary-time-window', starts_at: null, ends_at: null }]) })
    .where('team_id', '=', scene.team_id as TeamId)
    .execute()
  await db
    .insertInto('guild_log_entries')
    .values({
      event_id,
      guild_id: scene.guild_id as never,
      entry_id: 77,
      timestamp: new Date(scene.now),
      account_name: 'canary-log-account',
      action: 'added',
      item_name: 'canary-log-item',
      number: 1,
      stash_name: 'canary-log-stash',
      x: 0,
      y: 0,
      uploaded_by: null,
    })
    .execute()
  const snapshot = {
    event_id,
    stash_id: 'canary-stash',
    change_id: 'canary-change',
    team_id: scene.team_id as TeamId,
    user_id: owner.id,
  }
  await db
    .insertInto('stash_snapshots')
    .values({ ...snapshot, timestamp: new Date(scene.now), item_count: 1, ...packItems(writeItems([])) })
    .execute()

  // When a player was last seen playing, visible to their team.
  const seen_at = new Date(scene.now - 433_579)
  await db.insertInto('activity_samples').values({ event_id, user_id: owner.id, timestamp: seen_at }).execute()

  // Everything about the hidden event.
  await db
    .updateTable('teams')
    .set({ name: 'canary-hidden-team' })
    .where('event_id', '=', hidden.event_id as EventId)
    .execute()
  await db
    .updateTable('objectives')
    .set({ name: 'canary-hidden-objective' })
    .where('event_id', '=', hidden.event_id as EventId)
    .execute()
  await db
    .updateTable('characters')
    .set({ name: 'canary-hidden-character' })
    .where('event_id', '=', hidden.event_id as EventId)
    .execute()
  await db
    .insertInto('ladder_entries')
    .values({
      event_id: hidden.event_id as EventId,
      rank: 1,
      character_id: 'canary-hidden-ladder',
      character_name: 'canary-hidden-ladder',
      character_class: 'Witch',
      account_name: 'canary-hidden-ladder',
      level: 1,
      experience: 1,
      delve: 0,
      twitch_account: null,
      user_id: null,
    })
    .execute()

  const ofHiddenEvent = [
    'canary-hidden-event',
    'canary-hidden-team',
    'canary-hidden-objective',
    'canary-hidden-character',
    'canary-hidden-ladder',
  ]
  const ofFuture = [
    'canary-future-name',
    'canary-future-extra',
    'canary-future-condition',
    'canary-future-child',
    String(futureNumber),
  ]
  const ofTeam = [
    'canary-proof',
    'canary-comment',
    'canary-suggestion',
    'canary-time-window',
    'canary-log-item',
    'canary-log-account',
    'canary-log-stash',
    stashItemName,
    seen_at.toISOString(),
  ]
  const progress = [String(hiddenPoints), String(hiddenNumber)]
  return {
    objective_ids: [future.id, child.id, secret.id, claim.id],
    fromOutsiders: [
      ...tokens.flatMap(anyForm),
      ...ofHiddenEvent,
      ...ofFuture,
      ...ofTeam,
      ...progress,
      'canary-signup-extra',
      'canary-stash',
      'canary-change',
      account(owner.id),
      account(scene.people.player.id),
    ],
    fromEverybody: [
      ...tokens.flatMap(anyForm),
      stashItemName,
      'canary-suggestion',
      'canary-time-window',
      'canary-stash',
      'canary-change',
    ],
    forInsiders: [...ofHiddenEvent, ...ofFuture, ...ofTeam, ...progress, 'canary-signup-extra', account(owner.id)],
    async score({ event_id: id, team_id, now }) {
      if (id !== scene.event_id) return
      const change = {
        event_id,
        team_id: team_id as TeamId,
        points: hiddenPoints,
        number: hiddenNumber,
        finished: false,
        at: now,
      }
      await aScoreChange(db, { ...change, objective: secret })
      await aScoreChange(db, { ...change, objective: secret, number: hiddenNumber + 1 })
    },
  }
}
