/**
 * Waiting time of an organiser before saving: the effect of an edit on an event of 1,000 objectives, 30 teams and 50,000 facts,
 * against a plain rebuild of the same standings. The preview folds the affected part twice, and reads the points of the teams 200
 * times meanwhile: the whole event for changed points, one category for a changed condition, for which it also matches all stored
 * data again. It runs in a separate thread, whose start is included.
 */
import { DefinitionEdits } from '@muster/contract/definition'
import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import { readFactRule } from '@muster/domain/objectives/fact-rule'
import { writeExtra } from '@muster/domain/objectives/layout'
import { loadDefinition } from '@muster/server/db/definition'
import type { Db } from '@muster/server/db/connect'
import { previewEdits } from '@muster/server/definition/preview/preview'
import { applyRules } from '@muster/server/ingestion/rules/fact-rules'
import { packItems, writeItems } from '@muster/server/ingestion/stash/stored-items'
import { rebuildEngine } from '@muster/server/ledger-engine'
import { eventStart } from '@muster/server/testing/builders'
import { openBench } from './bench-context.ts'
import { fillEvent, objectives } from './full-event.ts'
import type { BenchResult } from './result.ts'

const teams = 30
const facts = 50_000
const snapshots = 2000
const itemsOfATab = 50
const rounds = 3

/** Facts for all pairs over half of the event, and evaluated tabs from the stream. */
async function fillLedger(db: Db, event_id: EventId): Promise<void> {
  const definition = await loadDefinition(db, event_id)
  const leaves = definition.objectives.filter(({ objective_type }) => objective_type === 'ITEM').map(({ id }) => id)
  const team_ids = definition.team_ids as readonly TeamId[]
  const rows = Array.from({ length: facts }, (_, at) => ({
    event_id,
    objective_id: leaves[(at * 7919) % leaves.length] as ObjectiveId,
    team_id: team_ids[at % teams] as TeamId,
    source: `stash:${at % 400}`,
    number: 1 + (at % 4),
    timestamp: new Date(eventStart + at * 2000),
  }))
  for (let from = 0; from < rows.length; from += 5000) {
    await db
      .insertInto('facts')
      .values(rows.slice(from, from + 5000))
      .execute()
  }
  const rules = definition.objectives.flatMap((objective) => {
    const rule = readFactRule(objective, definition)
    return rule === null ? [] : [{ objective_id: objective.id as ObjectiveId, rule }]
  })
  await db.transact((tx) => applyRules(tx, event_id, rules))
  const items = Array.from({ length: itemsOfATab }, (_, at) => ({
    baseType: `Base ${at}`,
    typeLine: `Base ${at}`,
    ilvl: 80,
    frameType: 2,
  }))
  const packed = packItems(writeItems(items))
  const tabs = Array.from({ length: snapshots }, (_, at) => ({
    event_id,
    stash_id: `tab ${at % 400}`,
    change_id: String(at),
    team_id: team_ids[at % teams] as TeamId,
    timestamp: new Date(eventStart + at * 20_000),
    item_count: itemsOfATab,
    ...packed,
  }))
  const stored = await db.insertInto('stash_snapshots').values(tabs).returning('id').execute()
  const snapshot_id = Math.max(...stored.map(({ id }) => id))
  await db.updateTable('evaluation_cursors').set({ snapshot_id }).where('event_id', '=', event_id).execute()
}

async function measure(run: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await run()
    taken.push(performance.now() - started)
  }
  return taken.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN
}

export async function run(): Promise<BenchResult[]> {
  const { ctx, close } = await openBench()
  try {
    const event_id = await fillEvent(ctx.db, { teams, players: 300, categories: 20 })
    await fillLedger(ctx.db, event_id)
    const event = await ctx.db.selectFrom('events').selectAll().where('id', '=', event_id).executeTakeFirstOrThrow()
    const [leaf] = (await loadDefinition(ctx.db, event_id)).objectives.filter(({ objective_type }) => objective_type === 'ITEM')
    if (!leaf || leaf.parent_id === null || leaf.scoring_preset_id === null) throw new Error('the event has no objective')
    const now = ctx.clock.now()
    const rebuild_ms = await measure(() => rebuildEngine(ctx.db, event_id, Number.MAX_SAFE_INTEGER, now))
    const edited = { ...leaf, extra: writeExtra(leaf), valid_from: null, valid_to: null }
    const conditions = [{ id: null, field: 'BASE_TYPE', operator: 'EQ', value: 'Base 7' }]
    const goals: Readonly<Record<string, number>> = { 'other points': 4, 'another condition': 5 }
    const cases = {
      'other points': [
        {
          kind: 'save_preset',
          preset: {
            id: leaf.scoring_preset_id,
            name: 'Race',
            description: '',
            points: [40, 10],
            point_cap: 0,
            scoring_method: 'RANKED_TIME',
            type: 'OBJECTIVE',
          },
        },
      ],
      'another condition': [{ kind: 'save_objective', other_conditions: 'remove', objective: { ...edited, conditions } }],
    }
    const size = `${objectives} objectives, ${teams} teams, ${facts} facts, ${snapshots} snapshots of ${itemsOfATab} items`
    const results: BenchResult[] = [
      { name: 'what-if, for comparison: a plain rebuild', value: rebuild_ms, unit: 'ms', note: `median of ${rounds}; ${size}` },
    ]
    for (const [name, sent] of Object.entries(cases)) {
      const { edits } = DefinitionEdits.parse({ edits: sent })
      const taken_ms = await measure(() => previewEdits(ctx, event, { edits, definition_version: null }))
      const note = `${Math.round(taken_ms)} ms; goal ${goals[name]}`
      results.push({ name: `what-if of ${name}, against a plain rebuild`, value: taken_ms / rebuild_ms, unit: '×', note })
    }
    return results
  } finally {
    await close()
  }
}
