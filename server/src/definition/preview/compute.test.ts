import { DefinitionEdits, type DefinitionEditInput, type WhatIf } from '@muster/contract/definition'
import { scoringMethods } from '@muster/contract/scoring-presets'
import { objectiveTypes } from '@muster/contract/objectives'
import { numberRows, numbersOf } from '@muster/domain/characters/number-rows'
import { kindAggregations } from '@muster/domain/objectives/kind-aggregations'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { createPick, type Pick } from '@muster/domain/scoring/testing/event-generator'
import type { LedgerEntry } from '@muster/domain/scoring/ledger'
import { rebuild } from '@muster/domain/scoring/testing/rebuild'
import { beforeAll, expect, test } from 'vitest'
import { findDefinition, loadDefinition } from '../../db/definition.ts'
import { appendFacts, appendStatements, listFacts } from '../../db/ledger.ts'
import { recordDeposits } from '../../ingestion/guild/record-deposits.ts'
import { Refusal } from '../../refusal.ts'
import { aGuild, aUser, insertRows } from '../../testing/builders.ts'
import { chance, choose, drawConditions, drawPreset, orbs } from '../../testing/draw-edits.ts'
import { getEvent } from '../../testing/events.ts'
import { retractFact } from '../../testing/ledger.ts'
import { aSmallEvent, anItem, createTestContext, type SmallEvent } from '../../testing/muster.ts'
import { Rehearsal } from '../../testing/rehearsals.ts'
import { applyEdits } from '../apply-edits.ts'
import { loadDraft } from '../draft.ts'
import { editDefinition } from '../../definition-edit.ts'
import { computeEffect, readDraftLedger } from './compute.ts'
import { draftEdits } from './preview.ts'
import { useOpened } from '../../testing/use-server.ts'

const minute = 60_000
const events = 10
const editsOfAnEvent = 20
const guild_id = 812
const options = { game_version: 'poe1' } as const

const world = useOpened(createTestContext)
let author: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  author = await aUser(world.ctx.db)
})

/** A running event, with everything a person may do to its ledger. */
class Stage {
  readonly event: SmallEvent
  readonly rehearsal: Rehearsal
  private lines = 0
  private readonly began = world.clock.now()

  constructor(event: SmallEvent) {
    this.event = event
    this.rehearsal = new Rehearsal(world.ctx, event)
  }

  at(minutes: number): string {
    return new Date(this.began + minutes * minute).toISOString()
  }

  definition = () => loadDefinition(world.ctx.db, this.event.event_id)
  facts = () => listFacts(world.ctx.db, this.event.event_id)

  save(edits: DefinitionEdits['edits']): Promise<void> {
    const { event_id } = this.event
    return editDefinition(world.ctx, event_id, author.id, async (tx) => {
      await applyEdits(await loadDraft(tx, event_id), edits)
      return { result: undefined, reason: 'test' }
    })
  }

  /** Runs all pending work. */
  async settle(): Promise<void> {
    for (let more = await this.rehearsal.work(50, true); more; ) more = await this.rehearsal.work(50, false)
    const newest = await findDefinition(world.ctx.db, this.event.event_id)
    if (newest) await world.ctx.db.transact((tx) => recordDeposits(tx, this.event.event_id, newest))
  }

  async play(pick: Pick): Promise<void> {
    const { event } = this
    await world.clock.advance(pick(0, 5) * minute)
    const players = event.teams.flatMap((team) => team.players.map((player) => ({ ...player, team_id: team.id })))
    const player = choose(pick, players)
    const objectives = (await this.definition()).objectives.filter(({ objective_type }) => objective_type !== 'CATEGORY')
    const kind = pick(1, 16)
    if (kind <= 5) {
      const items = Array.from({ length: pick(0, 3) }, () => {
        const baseType = choose(pick, orbs)
        const name = chance(pick, 30) ? 'Tabula Rasa' : ''
        return anItem({ baseType, typeLine: baseType, name, stackSize: pick(1, 3), ilvl: pick(0, 3) })
      })
      await this.rehearsal.show(`tab ${pick(1, 4)} of ${event.event_id}`, player.account_name, items)
    } else if (kind <= 8) {
      const idOf = (number: number) => `character ${number} of ${player.user_id}`
      await this.rehearsal.meet(player.user_id, idOf(pick(1, 2)), pick(1, 60), [1, 2].map(idOf))
    } else if (kind === 9) {
      await this.rehearsal.move(player.user_id, pick(0, 1))
    } else if (kind === 10 || kind === 13) {
      await insertRows(world.ctx.db, 'guild_log_entries', {
        event_id: event.event_id,
        guild_id: guild_id as never,
        entry_id: ++this.lines,
        timestamp: new Date(world.clock.now()),
        account_name: player.account_name,
        action: 'added',
        item_name: chance(pick, 50) ? 'Tabula Rasa Simple Robe' : choose(pick, orbs),
        number: 1,
        x: 0,
        y: 0,
      })
    } else if (kind === 11 && objectives.length > 0) {
      const ruling = {
        objective_id: choose(pick, objectives).id as never,
        team_id: player.team_id,
        user_id: player.user_id,
        source: `${choose(pick, ['submission', 'correction'])}:${pick(1, 5)}`,
        number: pick(0, 5),
        timestamp: new Date(world.clock.now()),
      }
      const why = { author_id: author.id, reason: 'test' }
      await world.ctx.db.transact((tx) =>
        ruling.source.startsWith('correction')
          ? appendStatements(tx, event.event_id, [{ ...ruling, ...why }]).then(() => undefined)
          : appendFacts(tx, event.event_id, [ruling]).then(() => undefined),
      )
    } else {
      const facts = (await this.facts()).filter((fact) => fact.kind === 'fact')
      const fact = facts[pick(0, Math.max(0, facts.length - 1))]
      if (fact) await world.ctx.db.transact((tx) => retractFact(tx, fact.sequence, author.id, 'test'))
    }
  }
}

async function aStage(): Promise<Stage> {
  const event = await aSmallEvent(world.ctx, {
    is_current: false,
    event_start_time: new Date(world.clock.now() - 10 * minute),
    event_end_time: new Date(world.clock.now() + 600 * minute),
  })
  const [team] = event.teams
  if (!team) throw new Error('a team was made')
  await aGuild(world.ctx.db, { id: team.id, event_id: event.event_id }, guild_id)
  await event.publish()
  return new Stage(event)
}

const moments = [null, null, 5, 20, 45, 90, 200]

function drawObjective(pick: Pick, stage: Stage, definition: EventDefinition) {
  const objective_type = choose(pick, ['ITEM', 'ITEM', 'ITEM', ...objectiveTypes] as const)
  const [from, to] = [choose(pick, moments), choose(pick, moments)].map((at) => (at === null ? null : stage.at(at)))
  const categories = definition.objectives.filter((one) => one.objective_type === 'CATEGORY').map(({ id }) => id)
  const conditions = objective_type === 'ITEM' ? drawConditions(pick) : []
  // Guild logs show the finder if the objective asks for one item only.
  const isFind = conditions.length === 1 && chance(pick, 80)
  const number_field = choose(pick, numbersOf[objective_type])
  const scoring_preset_id = chance(pick, 85) ? choose(pick, [...definition.presets.map(({ id }) => id), null]) : null
  const others = definition.presets.map(({ id }) => id).filter((id) => id !== scoring_preset_id)
  return {
    parent_id: choose(pick, categories),
    name: `Objective ${pick(1, 9)}`,
    objective_type,
    aggregation: isFind ? ('EARLIEST' as const) : choose(pick, kindAggregations[objective_type]),
    number_field,
    pieces_from: numberRows[number_field].counts_pieces === null ? null : pick(1, 20),
    required_number: isFind ? 1 : pick(1, 4),
    hide_progress: false,
    valid_from: from ?? null,
    valid_to: to ?? null,
    conditions,
    scoring_preset_id,
    further_preset_ids: scoring_preset_id !== null && others.length > 0 && chance(pick, 40) ? [choose(pick, others)] : [],
  }
}

function drawEdit(pick: Pick, stage: Stage, definition: EventDefinition): DefinitionEditInput {
  const others = definition.objectives.filter(({ parent_id }) => parent_id !== null)
  const categories = definition.objectives.filter((one) => one.objective_type === 'CATEGORY')
  const drawn = choose(pick, others)?.id ?? 0
  const parent_id = choose(pick, categories)?.id ?? 0
  const objective = drawObjective(pick, stage, definition)
  const dates = { valid_from: objective.valid_from, valid_to: objective.valid_to }
  switch (pick(0, 11)) {
    case 0:
    case 1:
      return { kind: 'save_objective', key: `key ${pick(1, 1_000_000)}`, objective }
    case 2:
    case 3:
    case 4:
      return {
        kind: 'save_objective',
        objective: { ...objective, id: drawn },
        other_conditions: choose(pick, ['keep', 'remove']),
      }
    case 5:
      return { kind: 'delete_objective', id: drawn }
    case 6: {
      const siblings = others.filter((one) => one.parent_id === parent_id)
      return { kind: 'place_objective', id: drawn, parent_id, before_id: choose(pick, [...siblings.map(({ id }) => id), null]) }
    }
    case 7:
      return { kind: 'set_dates', ids: [drawn, choose(pick, others)?.id ?? 0], ...dates }
    case 8:
      return { kind: 'duplicate_objective', id: drawn, parent_id, name: `Copy ${pick(1, 9)}` }
    case 9:
      return { kind: 'save_preset', preset: drawPreset(pick) }
    case 10:
      return { kind: 'save_preset', preset: { ...drawPreset(pick), id: choose(pick, definition.presets)?.id ?? 0 } }
    default:
      return { kind: 'delete_preset', id: choose(pick, definition.presets)?.id ?? 0 }
  }
}

/** The initial definition: two categories, and objectives that each count differently. */
function drawFirst(pick: Pick, stage: Stage, definition: EventDefinition): DefinitionEdits['edits'] {
  const { root_id } = stage.event
  const category = { objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES' } as const
  const keys = ['one', 'two']
  const presets = scoringMethods.map(
    (scoring_method): DefinitionEditInput => ({
      kind: 'save_preset',
      key: scoring_method,
      preset: drawPreset(pick, scoring_method, [20, 10, 5]),
    }),
  )
  const categories = keys.map(
    (key): DefinitionEditInput => ({
      kind: 'save_objective',
      key,
      objective: {
        ...category,
        parent_id: root_id,
        name: key,
        required_number: 1,
        conditions: [],
        scoring_preset_key: choose(pick, scoringMethods),
      },
    }),
  )
  const leaves = Array.from({ length: 10 }, (_, at): DefinitionEditInput => {
    const drawn = drawObjective(pick, stage, definition)
    const isItem = drawn.objective_type === 'ITEM' || drawn.objective_type === 'CATEGORY'
    const item = {
      objective_type: 'ITEM',
      aggregation: choose(pick, ['EARLIEST', 'SUM_LATEST', 'MAXIMUM'] as const),
      number_field: 'STACK_SIZE',
    } as const
    const conditions = [{ field: 'BASE_TYPE', operator: 'EQ', value: choose(pick, orbs) } as const]
    return {
      kind: 'save_objective',
      objective: {
        ...drawn,
        ...(isItem && { ...item, conditions }),
        ...(drawn.aggregation !== 'DIFFERENCE_BETWEEN' && { valid_from: null, valid_to: null }),
        ...(drawn.aggregation === 'DIFFERENCE_BETWEEN' && { valid_from: stage.at(5), valid_to: stage.at(90) }),
        name: `Leaf ${at}`,
        parent_id: null,
        parent_key: choose(pick, keys),
        scoring_preset_key: choose(pick, scoringMethods),
      },
    }
  })
  return DefinitionEdits.parse({ edits: [...presets, ...categories, ...leaves] }).edits
}

/** Points by objective and team, computed from the ledger. */
async function readStandings(stage: Stage) {
  const definition = await stage.definition()
  const board = rebuild(definition, await stage.facts(), world.clock.now()).scoreboard()
  const pointsOf = (id: number, team_id: number) => board.get(id)?.get(team_id)?.points ?? 0
  const totalOf = (team_id: number) => [...board.keys()].reduce((sum, id) => sum + pointsOf(id, team_id), 0)
  return { definition, pointsOf, totalOf }
}
type Standings = Awaited<ReturnType<typeof readStandings>>

/** The facts that count, by objective name: new objectives get other ids when they are saved. */
function listCounted({ objectives }: EventDefinition, entries: readonly LedgerEntry[]): string[] {
  const names = new Map(objectives.map(({ id, name }) => [id, name]))
  const retracted = new Set(entries.map((entry) => (entry.kind === 'retraction' ? entry.retracts : null)))
  return entries
    .flatMap((entry) => {
      if (entry.kind !== 'fact' || retracted.has(entry.sequence)) return []
      const { objective_id, source, number, timestamp, team_id, user_id } = entry
      return [`${names.get(objective_id)}: ${source} ${number} at ${timestamp} by ${user_id} of ${team_id}`]
    })
    .toSorted()
}

/** The expected preview, from a comparison of the standings before and after. */
function compare(before: Standings, after: Standings) {
  const all = new Map([...before.definition.objectives, ...after.definition.objectives].map((one) => [one.id, one]))
  const known = new Set(before.definition.objectives.map(({ id }) => id))
  const team_ids = after.definition.team_ids
  const changes = (id: number) =>
    team_ids.flatMap((team_id) => {
      const [now, then] = [before.pointsOf(id, team_id), after.pointsOf(id, team_id)]
      return now === then ? [] : [`team ${team_id}: ${now} to ${then}`]
    })
  return {
    teams: team_ids.map((id) => `team ${id}: ${before.totalOf(id)} to ${after.totalOf(id)}`),
    objectives: [...all.values()]
      .filter(({ id }) => changes(id).length > 0)
      .map(({ id, name }) => `${known.has(id) ? id : 'new'} ${name}: ${changes(id).join(', ')}`)
      .toSorted(),
  }
}

/** The same from the preview. */
const say = ({ teams, objectives }: Omit<WhatIf, 'computed_ms'>) => ({
  teams: teams
    .toSorted((a, b) => a.team_id - b.team_id)
    .map(({ team_id, points_now, points_then }) => `team ${team_id}: ${points_now} to ${points_then}`),
  objectives: objectives
    .map(
      ({ objective_id, name, teams: moved }) =>
        `${objective_id === 0 ? 'new' : objective_id} ${name}: ${moved
          .toSorted((a, b) => a.team_id - b.team_id)
          .map(({ team_id, points_now, points_then }) => `team ${team_id}: ${points_now} to ${points_then}`)
          .join(', ')}`,
    )
    .toSorted(),
})

test.each(Array.from({ length: events }, (_, seed) => seed + 1))(
  'a preview matches the state after saving, re-evaluation and scoring (%i)',
  { timeout: 120_000 },
  async (seed) => {
    const pick = createPick(seed * 104_729)
    const stage = await aStage()
    const { event_id } = stage.event
    await stage.save(drawFirst(pick, stage, await stage.definition()))
    for (let turn = 0; turn < 15; turn++) await stage.play(pick)
    await stage.settle()
    let [previewed, moved] = [0, 0]
    for (let tries = 0; previewed < editsOfAnEvent && tries < 400; tries++) {
      const definition = await stage.definition()
      const given = Array.from({ length: pick(1, 3) }, () => drawEdit(pick, stage, definition))
      const parsed = DefinitionEdits.safeParse({ edits: given })
      if (!parsed.success) continue
      const { edits } = parsed.data
      const event = await getEvent(world.ctx.db, event_id)
      const change = await draftEdits(world.ctx, event, { edits, definition_version: null }).catch((error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      })
      if (!change) continue
      previewed += 1
      const now = world.clock.now()
      const effect = await computeEffect(world.ctx.db, { ...change, now, options })
      const drafted = await world.ctx.db.transact((tx) => readDraftLedger(tx, { ...change, now, options }))
      const counted = listCounted(change.wanted, drafted.after)
      const before = await readStandings(stage)
      await stage.save(edits)
      await stage.settle()
      const expected = compare(before, await readStandings(stage))
      expect({ edits: given, counted }).toEqual({
        edits: given,
        counted: listCounted(await stage.definition(), await stage.facts()),
      })
      expect({ edits: given, ...say(effect) }).toEqual({ edits: given, ...expected })
      const last = effect.history.at(-1)
      for (const { team_id, points_then } of last?.teams ?? []) {
        expect(points_then).toBe(effect.teams.find((team) => team.team_id === team_id)?.points_then)
      }
      if (expected.objectives.length > 0) moved += 1
      for (let turn = pick(1, 6); turn > 0; turn--) await stage.play(pick)
      await stage.settle()
    }
    expect(previewed).toBe(editsOfAnEvent)
    expect(moved).toBeGreaterThan(0)
  },
)
