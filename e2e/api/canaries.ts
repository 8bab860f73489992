import type { Db, Tx } from '@muster/server/db/connect'
import { packItems, writeItems } from '@muster/server/ingestion/stash/stored-items'
import { anObjective, aScoreChange } from '@muster/server/testing/builders'
import { deferInserts } from '@muster/server/testing/rows'
import { type Scene, stashItemName } from './scene.ts'

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

const account = (user_id: number) => `canary-account-${user_id}-`
const anyForm = (text: string) => [text, Buffer.from(text).toString('base64'), Buffer.from(text).toString('hex')]
/** When a player was last seen playing, visible to their team. */
const seenAt = ({ now }: Scene) => new Date(now - 433_579)

const tokens = ['canary-access-token', 'canary-refresh-token'].flatMap(anyForm)
const ofHiddenEvent = ['event', 'team', 'objective', 'character', 'ladder'].map((name) => `canary-hidden-${name}`)
const ofFuture = [...['name', 'extra', 'condition', 'child'].map((name) => `canary-future-${name}`), String(futureNumber)]
const ofLog = ['item', 'account', 'stash'].map((name) => `canary-log-${name}`)
const ofPlans = ['canary-suggestion', 'canary-time-window']
const ofSnapshot = ['canary-stash', 'canary-change']
const ofClaims = ['canary-proof', 'canary-comment', String(hiddenPoints), String(hiddenNumber)]

/** Hides canaries in a public event and in a hidden one. */
export async function hideCanaries(db: Db, scene: Scene, hidden: Scene): Promise<Canaries> {
  const { owner, player } = scene.people
  const { secret, all } = await db.transact(async (tx) => {
    await hideInPeople(tx, scene)
    await hideInTeam(tx, scene)
    await hideEvent(tx, hidden)
    return hideInObjectives(tx, scene)
  })
  const forInsiders = [
    ...ofHiddenEvent,
    ...ofFuture,
    ...ofClaims,
    ...ofPlans,
    ...ofLog,
    stashItemName,
    seenAt(scene).toISOString(),
    'canary-signup-extra',
    'canary-wish',
    account(owner.id),
  ]
  return {
    objective_ids: all.map(({ id }) => id),
    fromOutsiders: [...forInsiders, ...tokens, ...ofSnapshot, account(player.id)],
    fromEverybody: [...tokens, ...ofPlans, ...ofSnapshot, stashItemName],
    forInsiders,
    async score({ event_id: id, team_id, now }) {
      if (id !== scene.event_id) return
      const change = { event_id: id, team_id, objective: secret, points: hiddenPoints, finished: false, at: now }
      await aScoreChange(db, { ...change, number: hiddenNumber })
      await aScoreChange(db, { ...change, number: hiddenNumber + 1 })
    },
  }
}

/** Provider ids and tokens of every user. */
async function hideInPeople(tx: Tx, { people }: Scene): Promise<void> {
  const ids = Object.values(people).map(({ id }) => id)
  for (const user_id of ids)
    await tx
      .updateTable('accounts')
      .set({
        account_id: `${account(user_id)}poe`,
        access_token: Buffer.from('canary-access-token'),
        refresh_token: Buffer.from('canary-refresh-token'),
      })
      .where('user_id', '=', user_id)
      .where('provider', '=', 'poe')
      .execute()
  await tx.deleteFrom('accounts').where('user_id', 'in', ids).where('provider', '=', 'discord').execute()
  deferInserts(tx, {
    accounts: ids.map((user_id) => ({ user_id, provider: 'discord', account_id: `${account(user_id)}chat`, name: 'n' })),
  })
}

/** An objective that opens later and has a child, and objectives for items and for claims that hide their progress. */
async function hideInObjectives(tx: Tx, scene: Scene) {
  const { event_id, root_id: parent_id } = scene
  const future = await anObjective(tx, event_id, {
    parent_id,
    name: 'canary-future-name',
    note: 'canary-future-extra',
    required_number: futureNumber,
    valid_from: new Date(scene.now + 86_400_000),
  })
  const child = await anObjective(tx, event_id, { parent_id: future.id, name: 'canary-future-child' })
  const secret = await anObjective(tx, event_id, { parent_id, hide_progress: true, required_number: 10 })
  const claim = await anObjective(tx, event_id, {
    parent_id,
    hide_progress: true,
    objective_type: 'SUBMISSION',
    number_field: 'SUBMISSION_VALUE',
  })
  deferInserts(tx, {
    conditions: [future, child].map(({ id }) => ({
      objective_id: id,
      field: 'NAME',
      operator: 'EQ',
      value: 'canary-future-condition',
    })),
    submissions: [claim, future].map(({ id }) => ({
      event_id,
      team_id: scene.team_id,
      user_id: scene.people.owner.id,
      objective_id: id,
      timestamp: new Date(scene.now - 1000),
      submitted_at: new Date(scene.now),
      number: hiddenNumber,
      proof: 'canary-proof',
      comment: 'canary-comment',
    })),
  })
  return { secret, all: [future, child, secret, claim] }
}

async function hideInTeam(tx: Tx, scene: Scene): Promise<void> {
  const { event_id, team_id } = scene
  const user_id = scene.people.owner.id
  const timestamp = new Date(scene.now)
  await tx
    .updateTable('signups')
    .set({ extra: 'canary-signup-extra' })
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .execute()
  await tx
    .updateTable('team_plans')
    .set({ windows: JSON.stringify([{ name: 'canary-time-window', starts_at: null, ends_at: null }]) })
    .where('team_id', '=', team_id)
    .execute()
  deferInserts(tx, {
    team_suggestions: { team_id, objective_id: scene.objective_id, extra: 'canary-suggestion' },
    team_wishes: { event_id, team_id, user_id, kind: 'unique', name: 'canary-wish', added_at: timestamp },
    guild_log_entries: {
      event_id,
      guild_id: scene.guild_id,
      entry_id: 77,
      timestamp,
      account_name: 'canary-log-account',
      action: 'added',
      item_name: 'canary-log-item',
      number: 1,
      stash_name: 'canary-log-stash',
      x: 0,
      y: 0,
      uploaded_by: null,
    },
    stash_snapshots: {
      event_id,
      stash_id: 'canary-stash',
      change_id: 'canary-change',
      team_id,
      user_id,
      timestamp,
      item_count: 1,
      ...packItems(writeItems([])),
    },
    activity_samples: { event_id, user_id, timestamp: seenAt(scene) },
  })
}

/** Everything about the hidden event; its name is already a canary. */
async function hideEvent(tx: Tx, { event_id }: Scene): Promise<void> {
  for (const [table, name] of [
    ['teams', 'canary-hidden-team'],
    ['objectives', 'canary-hidden-objective'],
    ['characters', 'canary-hidden-character'],
  ] as const)
    await tx.updateTable(table).set({ name }).where('event_id', '=', event_id).execute()
  deferInserts(tx, {
    ladder_entries: {
      event_id,
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
    },
  })
}
