import type { ItemField, Operator } from '@muster/contract/conditions'
import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import { readWornOfCharacter } from '@muster/domain/characters/worn-values'
import { rebuild } from '@muster/domain/scoring/testing/rebuild'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { loadDefinition, recordDefinition } from '../db/definition.ts'
import { listFacts } from '../db/ledger.ts'
import { buildSource } from '../db/readings.ts'
import type { NewRow } from '../db/schema.ts'
import { chooseTracked, loadCharacters, recordCharacters } from '../ingestion/characters/characters.ts'
import { evaluateSnapshots } from '../ingestion/stash/evaluate-snapshots.ts'
import { createReportedMemory } from '../ingestion/rules/reported-numbers.ts'
import { createRuleReader } from '../ingestion/rules/fact-rules.ts'
import { listParticipants, nameKey } from '../ingestion/participants.ts'
import { planRematches, type Store } from '../ingestion/rules/plan-rematches.ts'
import { createReadingMemory, recordPlayerFacts } from '../ingestion/characters/player-facts.ts'
import { createRematcher, type Rematcher, type RematchLimits, type Write } from '../ingestion/rules/rematch.ts'
import { pickTabs, storePages } from '../ingestion/stash/store-pages.ts'
import { aPreset, insertRows } from './builders.ts'
import { getEvent } from './events.ts'
import { aPage, aTab, type SmallEvent } from './muster.ts'
import { insertRow } from './rows.ts'

/** An objective of a rehearsal, identified by its name in every event. */
export interface Part {
  readonly name: string
  readonly columns: Pick<
    NewRow<'objectives'>,
    | 'objective_type'
    | 'aggregation'
    | 'number_field'
    | 'pieces_from'
    | 'players_from'
    | 'required_number'
    | 'valid_from'
    | 'valid_to'
  >
  readonly conditions: readonly { field: ItemField; operator: Operator; value: string }[]
  readonly points: readonly number[]
}

/** The scoring rules of an event under rehearsal. */
export interface Script {
  readonly start: Date
  readonly end: Date
  readonly parts: readonly Part[]
  /** Absent: the usual steps. */
  readonly personal_objectives?: PersonalObjectives | null
}

/** Rules of personal objectives with steps and a figure at this level and at twice as much: 2 and 7 points. */
export function somePersonal(at: number): PersonalObjectives {
  const steps = [1, 2].map((times) => ({ at: times * at, points: times * times }))
  const general = steps.map((step) => ({ number_field: 'PLAYER_LEVEL' as const, ...step }))
  return { cap: 3, steps: general, figures_cap: 0, figures: [{ number_field: 'PLAYER_LEVEL', steps }] }
}

/** Limits so small that every boundary is crossed. */
const tinyLimits: RematchLimits = { snapshots: 2, items: 3, readings: 3, facts: 4 }
const options = { game_version: 'poe1' } as const

/** Thrown by a process that is killed in the middle of a transaction, which leaves nothing behind. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/** The in-memory state of a process. */
const createMemory = () => ({
  snapshots: null as Rematcher | null,
  readings: null as Rematcher | null,
  rules: createRuleReader(options),
  reported: createReportedMemory(),
  players: createReportedMemory(),
  newest: createReadingMemory(),
})

/** From the reading of a character to the figures of its build. */
const calculation_ms = 4 * 60_000

/** One event of a rehearsal: takes raw observations and edits, and returns the standings by name and team. */
export class Rehearsal {
  readonly players: SmallEvent['teams'][number]['players']
  private readonly ctx: Context
  private readonly event_id: EventId
  private readonly root_id: ObjectiveId
  private readonly team_ids: readonly TeamId[]
  private readonly ids = new Map<string, ObjectiveId>()
  private pages = 0
  private memory = createMemory()

  constructor(ctx: Context, { event_id, root_id, teams }: SmallEvent) {
    this.ctx = ctx
    this.event_id = event_id
    this.root_id = root_id
    this.team_ids = teams.map(({ id }) => id)
    this.players = teams.flatMap(({ players }) => players)
  }

  id(name: string): ObjectiveId | undefined {
    return this.ids.get(name)
  }

  /** Changes the event to this state with one edit. */
  async edit({ start, end, parts, personal_objectives = null }: Script) {
    for (const part of parts) await this.savePart(part)
    await this.ctx.db.transact(async (tx) => {
      const gone = [...this.ids].filter(([name]) => !parts.some((part) => part.name === name))
      for (const [name, id] of gone) {
        this.ids.delete(name)
        await tx.deleteFrom('objectives').where('id', '=', id).execute()
      }
      await tx
        .updateTable('events')
        .set({ event_start_time: start, event_end_time: end, personal_objectives })
        .where('id', '=', this.event_id)
        .execute()
      await recordDefinition(tx, this.event_id, { timestamp: this.now(), author_id: null, reason: 'rehearsal' })
    })
  }

  /** The stream shows a tab. */
  async show(stash: string, account_name: string, items: readonly Record<string, unknown>[]) {
    const event = await getEvent(this.ctx.db, this.event_id)
    const participants = new Map(
      (await listParticipants(this.ctx.db, this.event_id)).map((one) => [nameKey(one.account_name), one]),
    )
    const page = aPage([aTab({ id: stash, accountName: account_name, league: event.name, items: [...items] })])
    const tabs = pickTabs(page, event.name, participants)
    await this.ctx.db.transact((tx) => storePages(tx, event, [{ change_id: `page ${++this.pages}`, at: this.now(), tabs }]))
  }

  /** The game shows a character, and a build of a few minutes ago has been calculated. */
  async meet(user_id: UserId, character: string, level: number, inLeague: readonly string[]) {
    const event = await getEvent(this.ctx.db, this.event_id)
    const participants = await listParticipants(this.ctx.db, this.event_id)
    const { remember } = await this.ctx.db.transact(async (tx) => {
      const update = { id: character, name: character, level, experience: level * 1000, ascendancy: 'Witch' }
      const worn = { ...readWornOfCharacter({}, event.game_version), uniques: level % 5, gem_levels: [level % 21] }
      const reports = [{ user_id, update: { ...update, worn }, source: 'detail' as const, at: this.now() }]
      const known = await loadCharacters(tx, this.event_id, reports, [{ user_id, inLeague }])
      const { changed } = await recordCharacters(tx, event, reports, known)
      const figures = { hp: 40 * (level % 7), mana: level }
      const calculated = { user_id, update: { ...update, figures }, source: buildSource, at: this.now(-calculation_ms) }
      const { changed: figured } = await recordCharacters(tx, event, [calculated], known)
      chooseTracked(tx, this.event_id, [{ user_id, inLeague }], known)
      const means = { readRules: this.memory.rules, memory: this.memory.players, readings: this.memory.newest }
      return recordPlayerFacts(tx, event, means, participants, { changed, figured })
    })
    remember()
  }

  async move(user_id: UserId, team: number) {
    await this.ctx.db
      .updateTable('team_users')
      .set({ team_id: this.team_ids[team] })
      .where('event_id', '=', this.event_id)
      .where('user_id', '=', user_id)
      .execute()
  }

  /** A process without any state continues with the event. */
  restart(): void {
    this.memory = createMemory()
  }

  /**
   * Runs a round of the jobs, and loads edits first if the process is new.
   * @param dies the process ends in the middle of its first transaction.
   * @returns whether more work may be pending.
   */
  async work(limit: number, plans: boolean, dies = false): Promise<boolean> {
    const { memory } = this
    if (plans || !memory.snapshots || !memory.readings) {
      const definition = await loadDefinition(this.ctx.db, this.event_id)
      for (const store of ['snapshots', 'readings'] satisfies Store[]) {
        await this.ctx.db.transact((tx) => planRematches(tx, this.event_id, definition, store, this.now()))
        memory[store] ??= createRematcher({ id: this.event_id, ...options }, store, options, tinyLimits)
      }
    }
    const write = this.writer(dies)
    const more = [await memory.snapshots?.advance(write), await memory.readings?.advance(write)]
    const means = { readRules: memory.rules, memory: memory.reported }
    const { snapshots, remember } = await write((tx) => evaluateSnapshots(tx, this.event_id, means, limit))
    remember()
    return more.includes(true) || snapshots > 0
  }

  /** Points, rank, number, time and finder by objective and team. */
  async standings(): Promise<string[]> {
    const definition = await loadDefinition(this.ctx.db, this.event_id)
    const facts = await listFacts(this.ctx.db, this.event_id)
    const board = rebuild(definition, facts, this.ctx.clock.now()).scoreboard()
    const names = new Map<number, string>([...this.ids].map(([name, id]) => [id, name]))
    return [...board].flatMap(([id, scores]) =>
      [...scores].map(([team_id, score]) => {
        const name = names.get(id) ?? 'root'
        return `${name} / team ${this.team_ids.findIndex((one) => one === team_id)}: ${JSON.stringify(score)}`
      }),
    )
  }

  /** Facts that count now, without their ledger numbers. */
  async countedFacts(): Promise<string[]> {
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', objectives.name, source, number, extract(epoch from timestamp), facts.user_id) as line
      from facts join objectives on objectives.id = objective_id
      where facts.event_id = ${this.event_id} and kind = 'fact'
        and not exists (select from facts later where later.retracts = facts.sequence)
      order by objectives.name, source, sequence`.execute(this.ctx.db)
    return rows.map((row) => row.line)
  }

  private now(after_ms = 0): Date {
    return new Date(this.ctx.clock.now() + after_ms)
  }

  /** @param dies the process ends in the middle of the transaction. */
  private writer(dies: boolean): Write {
    return (use) =>
      this.ctx.db.transact(async (tx) => {
        const result = await use(tx)
        if (dies) throw new Killed()
        return result
      })
  }

  private async savePart({ name, columns, conditions, points }: Part): Promise<void> {
    const { event_id, root_id: parent_id } = this
    await this.ctx.db.transact(async (tx) => {
      const known = this.ids.get(name)
      const preset_id = await aPreset(tx, event_id, { name, points: [...points], scoring_method: 'RANKED_VALUE' })
      const row = { event_id, name, parent_id, scoring_preset_id: preset_id, ...columns }
      const { id } = known
        ? await tx.updateTable('objectives').set(row).where('id', '=', known).returning('id').executeTakeFirstOrThrow()
        : await insertRow(tx, 'objectives', row)
      this.ids.set(name, id)
      await tx.deleteFrom('conditions').where('objective_id', '=', id).execute()
      const added = conditions.map((condition) => ({ objective_id: id, ...condition }))
      if (added.length > 0) await insertRows(tx, 'conditions', added)
    })
  }
}
