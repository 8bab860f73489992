import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { type ItemExample, maxExamples } from '@muster/contract/item-checks'
import { readItemLabel } from '@muster/domain/items/item-label'
import { countsItems } from '@muster/domain/objectives/kinds'
import type { Handlers } from '../../call.ts'
import type { Db } from '../../db/connect.ts'
import { loadDefinition } from '../../db/definition.ts'
import { lockLedger } from '../../db/ledger.ts'
import { loadMatcherOptions } from '../../ingestion/rules/class-table.ts'
import { listExamples, type StoredExample, testExamples } from '../../ingestion/scan/item-examples.ts'
import { insertScan, lease_ms, setScanEnd, stopScans } from '../../ingestion/scan/scan-store.ts'
import { readItem } from '../../read-item.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { findStreamProblem, readCoverage } from './coverage.ts'
import { countExamples, deleteExample, insertExample, listResults } from './store.ts'

/** @throws Refusal objective_not_found */
async function refuseForeign(db: Db, event_id: EventId, id: ObjectiveId): Promise<void> {
  const row = await db
    .selectFrom('objectives')
    .select('objective_type')
    .where('id', '=', id)
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  if (!row) throw new Refusal('objective_not_found')
  if (!countsItems(row)) throw refuseField('objective_id', 'counts no items')
}

const presentExample = ({ id, must_match, holds, item, added_at }: Omit<StoredExample, 'objective_id'>): ItemExample => ({
  id,
  ...readItemLabel(item),
  must_match,
  holds,
  item: { ...item },
  added_at: added_at.toISOString(),
})

export const itemCheckRoutes = {
  getItemCoverage: ({ ctx, event }) => readCoverage(ctx, event),

  startItemScan: async ({ ctx, event, body: { source, seconds } }) => {
    const problem = source === 'stream' ? findStreamProblem(ctx, event) : null
    if (problem !== null)
      throw new Refusal('invalid_request', `${problem}. Stored items can be scanned instead.`, [
        { field: 'source', problem: 'is not available' },
      ])
    const now = ctx.clock.now()
    // Stored items are read in real time; the stream runs with the game's clock.
    const length_ms = seconds * 1000 * (source === 'stored' ? ctx.clock.speed : 1)
    const [started_at, ends_at] = [new Date(now), new Date(now + length_ms)]
    await ctx.db.transact(async (tx) => {
      // Every start and stop writes this row first, so that two of them at once never leave two scans.
      await setScanEnd(tx, event.id, new Date(ends_at.getTime() + lease_ms))
      await stopScans(tx, event.id, started_at)
      await insertScan(tx, { event_id: event.id, source, started_at, ends_at })
    })
  },

  stopItemScan: ({ ctx, event }) => {
    const now = new Date(ctx.clock.now())
    return ctx.db.transact(async (tx) => {
      await setScanEnd(tx, event.id, now)
      await stopScans(tx, event.id, now)
    })
  },

  getObjectiveItems: async ({ ctx, event, params: { objective_id } }) => {
    await refuseForeign(ctx.db, event.id, objective_id)
    const [results, examples] = await Promise.all([
      listResults(ctx.db, event.id, objective_id),
      listExamples(ctx.db, event.id, objective_id),
    ])
    return {
      hits: results.flatMap(({ source, hits }) =>
        hits.map(({ place, seen_at, item }) => ({ ...readItemLabel(item), place, seen_at, source, item: { ...item } })),
      ),
      examples: examples.map(presentExample),
    }
  },

  saveItemExample: async ({ ctx, event, params: { objective_id }, body }) => {
    await refuseForeign(ctx.db, event.id, objective_id)
    const options = await loadMatcherOptions(ctx, event.game_version)
    const { item } = readItem(body, options)
    const text = JSON.stringify(item)
    if (text.length > longestItem) throw refuseField('item', `must not be longer than ${longestItem} characters`)
    return ctx.db.transact(async (tx) => {
      // An edit at the same time would not test this item.
      lockLedger(tx, event.id)
      const known = (await countExamples(tx, event.id)).find((one) => one.objective_id === objective_id)
      if ((known?.examples ?? 0) >= maxExamples)
        throw refuseField('item', `would be more than ${maxExamples} saved items of this objective`)
      const example = { objective_id, must_match: body.must_match, item }
      const [holds = false] = await testExamples([example], await loadDefinition(tx, event.id), options)
      const added_at = new Date(ctx.clock.now())
      const { id } = await insertExample(tx, { ...example, item: text, holds, added_at })
      return presentExample({ ...example, id, holds, added_at })
    })
  },

  removeItemExample: async ({ ctx, event, params: { example_id } }) => {
    if (!(await deleteExample(ctx.db, event.id, example_id))) throw new Refusal('example_not_found')
  },
} satisfies Partial<Handlers>

/** Real items have up to 6,000 characters of JSON. */
const longestItem = 20_000
