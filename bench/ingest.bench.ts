/**
 * From the bytes of the public stash stream's pages to stored snapshots and facts: the two jobs as they run in production,
 * side by side in one process, on a PostgreSQL that waits for its disk. The network and the game's limits are left out. The
 * floor is JSON.parse of the same bytes. ITEMS=10000000 measures that many.
 */
import { setImmediate } from 'node:timers/promises'
import type { EventId } from '@muster/contract/ids'
import { type PublicStashChange, PublicStashPage } from '@muster/contract/game-api'
import type { Context } from '@muster/server/context'
import type { Db } from '@muster/server/db/connect'
import { recordDefinition } from '@muster/server/db/definition'
import { readStashPage } from '@muster/server/gateways/game/stash-page'
import { evaluateStashChanges } from '@muster/server/jobs/evaluate-stash-changes'
import { fetchStashChanges } from '@muster/server/jobs/fetch-stash-changes'
import type { Round } from '@muster/server/jobs/job'
import { aMember, anEvent, anObjective, aTeam, aUser } from '@muster/server/testing/builders'
import { openBench } from './bench-context.ts'
import { makeItem } from './item-generator.ts'
import { makeObjectives } from './objective-generator.ts'
import { createRandom, type Random } from './random.ts'
import type { BenchResult } from './result.ts'

const items = Number(process.env['ITEMS'] ?? 400_000)
const teams = 8
const playersPerTeam = 15
const tabsPerPage = 60
const itemsPerTab = 17
const itemsPerPage = tabsPerPage * itemsPerTab
/** So many of a hundred tabs belong to participants. */
const ownShare = 3
/** Different pages; they come again with other numbers in them, so that no tab shows what it showed before. */
const differentPages = 20
/** Stands in the bytes of each page where the number of a stack goes. */
const placeholder = 987_654_321

const accountOf = (player: number) => `Player${player}#0001`
const changeIdOf = (page: number) => `${page}-${page}-${page}-${page}-${page}`

interface Page {
  readonly bytes: Buffer
  /** Where in the bytes the numbers stand that change. */
  readonly places: readonly number[]
}

function writePage(random: Random, league: string): Page {
  const stashes = Array.from({ length: tabsPerPage }, () => {
    const isOwn = random.below(100) < ownShare
    return {
      id: random.hex(64),
      public: true,
      accountName: isOwn ? accountOf(random.below(teams * playersPerTeam)) : `Stranger${random.below(1e6)}#1234`,
      stash: '~b/o 1 chaos',
      stashType: 'PremiumStash',
      league,
      items: Array.from({ length: itemsPerTab }, (_, place) => {
        const item = makeItem(random)
        return place === 0 ? { ...item, x: placeholder } : item
      }),
    }
  })
  const bytes = Buffer.from(JSON.stringify({ next_change_id: '0', stashes }))
  const places: number[] = []
  for (let at = bytes.indexOf(String(placeholder)); at >= 0; at = bytes.indexOf(String(placeholder), at + 1)) places.push(at)
  return { bytes, places }
}

/** The stream: page after page, each with numbers that were not there before. */
function createStream(league: string) {
  const random = createRandom(11)
  const pages = Array.from({ length: differentPages }, () => writePage(random, league))
  return (number: number): Buffer => {
    const { bytes, places } = pages[number % differentPages] as Page
    for (const at of places) bytes.write(String(100_000_000 + number), at)
    return bytes
  }
}

async function fillEvent(db: Db): Promise<EventId> {
  const { id: event_id } = await anEvent(db, { is_current: true })
  for (let team = 0; team < teams; team++) {
    const { id: team_id } = await aTeam(db, event_id, { name: `Team ${team}` })
    for (let place = 0; place < playersPerTeam; place++) {
      const name = accountOf(team * playersPerTeam + place)
      const { id: user_id } = await aUser(db)
      await aMember(db, { id: team_id, event_id }, user_id)
      await db
        .insertInto('accounts')
        .values({ user_id, provider: 'poe', account_id: name, name, access_token: Buffer.alloc(0) })
        .execute()
    }
  }
  const root = await anObjective(db, event_id, {
    name: 'default',
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
  })
  for (const { name, conditions } of makeObjectives(createRandom(5), 1000)) {
    const { id: objective_id } = await anObjective(db, event_id, { parent_id: root.id, name })
    if (conditions.length > 0)
      await db
        .insertInto('conditions')
        .values(conditions.map(({ field, operator, value }) => ({ objective_id, field, operator, value })))
        .execute()
  }
  await db.transact((tx) => recordDefinition(tx, event_id, { timestamp: new Date(), author_id: null, reason: 'The bench began' }))
  return event_id
}

async function ingest(ctx: Context, event_id: EventId) {
  const event = await ctx.db.selectFrom('events').selectAll().where('id', '=', event_id).executeTakeFirstOrThrow()
  const round: Round = {
    ctx,
    event,
    signal: new AbortController().signal,
    write: (use) => ctx.db.transact(use),
  }
  const fetchPage = fetchStashChanges.start()
  const evaluate = evaluateStashChanges.start()
  await evaluate(round)
  const evaluated = async () =>
    (await ctx.db.selectFrom('evaluation_cursors').select('snapshot_id').where('event_id', '=', event_id).executeTakeFirst())
      ?.snapshot_id ?? 0
  let isFetching = true
  let wake = () => undefined as void
  const began = performance.now()
  const evaluating = (async () => {
    for (let before = -1, after = 0; isFetching || before !== after; ) {
      // As notifications do: one wait for however much was stored meanwhile.
      const woken = new Promise<void>((resolve) => (wake = resolve))
      before = after
      await evaluate(round)
      after = await evaluated()
      if (isFetching && before === after) await woken
    }
  })()
  // A round stores all pages that are here; the end of the stream is the first that asks for a wait.
  for (let hasMore = true; hasMore; ) {
    const result = await fetchPage(round)
    if (!result.ok) throw new Error(result.error)
    hasMore = result.wait_ms === 0
    wake()
  }
  isFetching = false
  wake()
  await evaluating
  return performance.now() - began
}

export async function run(): Promise<BenchResult[]> {
  const { ctx: context, close } = await openBench({ durable: true })
  try {
    const event_id = await fillEvent(context.db)
    const { name } = await context.db.selectFrom('events').select('name').where('id', '=', event_id).executeTakeFirstOrThrow()
    const readStream = createStream(name)
    const pages = Math.ceil(items / itemsPerPage)
    let largest_mb = 0
    const early_mb: number[] = []
    const onPage = (page: number) => {
      const used_mb = process.memoryUsage().rss / 2 ** 20
      largest_mb = Math.max(largest_mb, used_mb)
      if (page < pages / 4) early_mb.push(used_mb)
    }
    const game = {
      ...context.game,
      fetchLatestChangeId: () => Promise.resolve({ ok: true as const, value: changeIdOf(0) }),
      fetchPublicStashes: async (
        change_id: string,
        isWanted: (tab: PublicStashChange) => boolean,
        _signal?: AbortSignal,
        onNext?: (next: string) => void,
      ) => {
        const number = Number(change_id.split('-')[0])
        // A body comes in a turn of its own.
        await setImmediate()
        onNext?.(changeIdOf(Math.min(number + 1, pages)))
        if (number === pages) return { ok: true as const, value: { next_change_id: change_id, stashes: [], isEmpty: true } }
        onPage(number)
        const answer = readStashPage({ schema: PublicStashPage, url: context.config.poe.api_url }, readStream(number), isWanted)
        return answer.ok ? { ok: true as const, value: { ...answer.value, next_change_id: changeIdOf(number + 1) } } : answer
      },
    }
    const parsing = measureParsing(readStream)
    const before = process.cpuUsage()
    const elapsed_ms = await ingest({ ...context, game }, event_id)
    const processor_ms = countProcessor_ms(before)
    const count = async (table: 'stash_snapshots' | 'facts') =>
      (
        await context.db
          .selectFrom(table)
          .select((select) => select.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count
    const note = `${(pages * itemsPerPage).toLocaleString('en')} items on ${pages} pages, ${await count('stash_snapshots')} snapshots, ${await count('facts')} facts`
    return [
      {
        name: 'items from bytes to snapshots and facts',
        value: (pages * itemsPerPage * 1000) / elapsed_ms,
        unit: 'a second',
        note,
      },
      {
        name: 'a page, against JSON.parse of its bytes',
        value: elapsed_ms / pages / parsing.elapsed_ms,
        unit: '×',
        note: `goal 1.8; parsing takes ${parsing.elapsed_ms.toFixed(2)} ms`,
      },
      {
        name: 'processor time of a page, against the same',
        value: processor_ms / pages / parsing.processor_ms,
        unit: '×',
        note: `of this process, its collector included and the database’s not; parsing takes ${parsing.processor_ms.toFixed(2)} ms`,
      },
      { name: 'largest memory of the process', value: largest_mb, unit: 'MB', note: 'resident; the pages of the bench included' },
      { name: 'largest memory, against that of the first quarter', value: largest_mb / Math.max(...early_mb), unit: '×' },
    ]
  } finally {
    await close()
  }
}

/** Processor time of this process since an earlier count, the collector's threads included. */
function countProcessor_ms(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** What parsing a page costs: the median of the time that passes, and the mean of the processor's. */
function measureParsing(readStream: (number: number) => Buffer) {
  const texts = Array.from({ length: differentPages }, (_, number) => readStream(number).toString('utf8'))
  const times: number[] = []
  const before = process.cpuUsage()
  for (let round = 0; round < 10; round++) {
    for (const text of texts) {
      const began = performance.now()
      JSON.parse(text)
      times.push(performance.now() - began)
    }
  }
  const processor_ms = countProcessor_ms(before) / times.length
  return { elapsed_ms: times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN, processor_ms }
}
