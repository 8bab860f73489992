import type { ItemField, Operator } from '@muster/contract/conditions'
import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import { rebuild } from '@muster/domain/scoring/testing/rebuild'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { loadDefinition, recordDefinition } from '../db/definition.ts'
import { listFacts } from '../db/ledger.ts'
import type { NewRow } from '../db/schema.ts'
import { chooseTracked, loadCharacters, recordCharacters } from '../ingestion/characters/characters.ts'
import { evaluateSnapshots } from '../ingestion/stash/evaluate-snapshots.ts'
import { createReportedMemory } from '../ingestion/rules/reported.ts'
import { createRuleReader } from '../ingestion/rules/fact-rules.ts'
import { listParticipants, nameKey } from '../ingestion/participants.ts'
import { planRematches, type Store } from '../ingestion/rules/plan-rematches.ts'
import { createReadingMemory, recordPlayerFacts } from '../ingestion/characters/player-facts.ts'
import { createRematcher, type Rematcher, type RematchLimits, type Write } from '../ingestion/rules/rematch.ts'
import { pickTabs, storePages } from '../ingestion/stash/store-pages.ts'
import { getEvent } from './events.ts'
import { aPage, aTab } from './muster.ts'
import { insertRows } from './builders.ts'

/** An objective of a rehearsal, identified by its name in every event. */
export interface Part {
  readonly name: string
  readonly columns: Pick<
    NewRow<'objectives'>,
    'objective_type' | 'aggregation' | 'number_field' | 'required_number' | 'valid_from' | 'valid_to'
  >
  readonly conditions: readonly { field: ItemField; operator: Operator; value: string }[]
  readonly points: readonly number[]
}

/** The scoring rules of an event under rehearsal. */
export interface Script {
  readonly start: Date
  readonly end: Date
  readonly parts: readonly Part[]
}

/** Limits so small that every boundary is crossed. */
const tinyLimits: RematchLimits = { snapshots: 2, items: 3, readings: 3, facts: 4 }
const options = { game_version: 'poe1' } as const

/** Thrown by a process that is killed in the middle of a transaction, which leaves nothing behind. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/** One event of a rehearsal: takes raw observations and edits, and returns the standings by name and team. */
export function rehearse(ctx: Context, event_id: EventId, root_id: ObjectiveId, team_ids: readonly TeamId[]) {
  const ids = new Map<string, ObjectiveId>()
  let pages = 0
  /** The in-memory state of a process. */
  let memory = {
    snapshots: null as Rematcher | null,
    readings: null as Rematcher | null,
    rules: createRuleReader(options),
    reported: createReportedMemory(),
    players: createReportedMemory(),
    newest: createReadingMemory(),
  }
  const now = () => new Date(ctx.clock.now())

  const write =
    (dies: boolean): Write =>
    (use) =>
      ctx.db.transact(async (tx) => {
        const result = await use(tx)
        if (dies) throw new Killed()
        return result
      })
  const alive = write(false)

  function savePart(part: Part): Promise<void> {
    return alive(async (tx) => {
      const known = ids.get(part.name)
      const { id: scoring_preset_id } = await tx
        .insertInto('scoring_presets')
        .values({ event_id, name: part.name, points: [...part.points], scoring_method: 'RANKED_VALUE', type: 'OBJECTIVE' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const columns = { event_id, name: part.name, parent_id: root_id, scoring_preset_id, ...part.columns }
      const { id } = known
        ? await tx.updateTable('objectives').set(columns).where('id', '=', known).returning('id').executeTakeFirstOrThrow()
        : await tx.insertInto('objectives').values(columns).returning('id').executeTakeFirstOrThrow()
      ids.set(part.name, id)
      await tx.deleteFrom('conditions').where('objective_id', '=', id).execute()
      if (part.conditions.length > 0) {
        await insertRows(
          tx,
          'conditions',
          part.conditions.map((condition) => ({ objective_id: id, ...condition })),
        )
      }
    })
  }

  return {
    /** Changes the event to this state with one edit. */
    async edit({ start, end, parts }: Script) {
      for (const part of parts) await savePart(part)
      await alive(async (tx) => {
        const gone = [...ids].filter(([name]) => !parts.some((part) => part.name === name))
        for (const [name, id] of gone) {
          ids.delete(name)
          await tx.deleteFrom('objectives').where('id', '=', id).execute()
        }
        await tx.updateTable('events').set({ event_start_time: start, event_end_time: end }).where('id', '=', event_id).execute()
        await recordDefinition(tx, event_id, { timestamp: now(), author_id: null, reason: 'rehearsal' })
      })
    },

    /** The stream shows a tab. */
    async show(stash: string, account_name: string, items: readonly Record<string, unknown>[]) {
      const event = await getEvent(ctx.db, event_id)
      const participants = new Map((await listParticipants(ctx.db, event_id)).map((one) => [nameKey(one.account_name), one]))
      const page = aPage([aTab({ id: stash, accountName: account_name, league: event.name, items: [...items] })])
      const tabs = pickTabs(page, event.name, participants)
      await alive((tx) => storePages(tx, event, [{ change_id: `page ${++pages}`, at: now(), tabs }]))
    },

    /** The game shows a character. */
    async meet(user_id: UserId, character: string, level: number, inLeague: readonly string[]) {
      const event = await getEvent(ctx.db, event_id)
      const participants = await listParticipants(ctx.db, event_id)
      const { remember } = await alive(async (tx) => {
        const update = { id: character, name: character, level, experience: level * 1000, ascendancy: 'Witch' }
        const reports = [{ user_id, update, source: 'list' as const, at: now() }]
        const known = await loadCharacters(tx, event_id, reports, [{ user_id, inLeague }])
        const { changed } = await recordCharacters(tx, event, reports, known)
        chooseTracked(tx, event_id, [{ user_id, inLeague }], known)
        const means = { readRules: memory.rules, memory: memory.players, readings: memory.newest }
        return recordPlayerFacts(tx, event, means, participants, changed)
      })
      remember()
    },

    async move(user_id: UserId, team: number) {
      await ctx.db
        .updateTable('team_users')
        .set({ team_id: team_ids[team] })
        .where('event_id', '=', event_id)
        .where('user_id', '=', user_id)
        .execute()
    },

    /** A process without any state continues with the event. */
    restart() {
      memory = {
        snapshots: null,
        readings: null,
        rules: createRuleReader(options),
        reported: createReportedMemory(),
        players: createReportedMemory(),
        newest: createReadingMemory(),
      }
    },

    /**
     * Runs a round of the jobs, and loads edits first if the process is new.
     * @param dies the process ends in the middle of its first transaction.
     * @returns whether more work may be pending.
     */
    async work(limit: number, plans: boolean, dies = false): Promise<boolean> {
      if (plans || !memory.snapshots || !memory.readings) {
        const definition = await loadDefinition(ctx.db, event_id)
        for (const store of ['snapshots', 'readings'] satisfies Store[]) {
          await alive((tx) => planRematches(tx, event_id, definition, store, now()))
          memory[store] ??= createRematcher({ id: event_id, ...options }, store, options, tinyLimits)
        }
      }
      const more = [await memory.snapshots?.advance(write(dies)), await memory.readings?.advance(write(dies))]
      const means = { readRules: memory.rules, memory: memory.reported }
      const { snapshots, remember } = await write(dies)((tx) => evaluateSnapshots(tx, event_id, means, limit))
      remember()
      return more.includes(true) || snapshots > 0
    },

    /** Points, rank, number, time and finder by objective and team. */
    async standings(): Promise<string[]> {
      const definition = await loadDefinition(ctx.db, event_id)
      const facts = await listFacts(ctx.db, event_id)
      const board = rebuild(definition, facts, ctx.clock.now()).scoreboard()
      const names = new Map<number, string>([...ids].map(([name, id]) => [id, name]))
      return [...board].flatMap(([id, scores]) =>
        [...scores].map(([team_id, score]) => {
          const name = names.get(id) ?? 'root'
          return `${name} / team ${team_ids.findIndex((one) => one === team_id)}: ${JSON.stringify(score)}`
        }),
      )
    },

    /** Facts that count now, without their ledger numbers. */
    async countedFacts(): Promise<string[]> {
      const { rows } = await sql<{ line: string }>`
        select concat_ws(' ', objectives.name, source, number, extract(epoch from timestamp), facts.user_id) as line
        from facts join objectives on objectives.id = objective_id
        where facts.event_id = ${event_id} and kind = 'fact'
          and not exists (select from facts later where later.retracts = facts.sequence)
        order by objectives.name, source, sequence`.execute(ctx.db)
      return rows.map((row) => row.line)
    },
    id: (name: string) => ids.get(name),
  }
}
export type Rehearsal = ReturnType<typeof rehearse>
