/** Search through all tabs of a large guild, as on a member's page, and the overview, which uses the same cached data. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { GuildId, ObjectiveId, TeamId } from '@muster/contract/ids'
import { anObjective as aDefinition } from '@muster/domain/scoring/testing/builders'
import { createCaches } from '@muster/server/caches'
import type { Context } from '@muster/server/context'
import { loadTeamStash } from '@muster/server/features/guild-stash/overview'
import { prepareMatcher } from '@muster/server/prepared-matcher'
import { searchTeamStash } from '@muster/server/features/guild-stash/search'
import { loadStashItem } from '@muster/server/features/guild-stash/stash-item'
import { findListedTab } from '@muster/server/features/guild-stash/store'
import type { Row } from '@muster/server/db/schema'
import { aGuild, anEvent, anObjective, aTeam } from '@muster/server/testing/builders'
import { openBench } from './bench-context.ts'
import { makeItem } from './item-generator.ts'
import { makeObjectives } from './objective-generator.ts'
import { createRandom, type Random } from './random.ts'
import type { BenchResult } from './result.ts'
import { packText } from '@muster/server/ingestion/stash/stored-items'

const tabs = 60
const itemsOfTab = 500
const objectives = 1_000
const logLines = 100_000
const rounds = 30

/** Typical queries: a name, words of a modifier, a letter found everywhere, and a text found nowhere. */
const queries = ['mirror', 'increased attack speed', 'fire resistance life', 'e', 'chaos orb', 'no such thing']

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Creates the definition of the bench and stores its objectives, so that facts can refer to them. */
async function define(ctx: Context, random: Random, event: Row<'events'>, team_id: TeamId) {
  const root = await anObjective(ctx.db, event.id, { objective_type: 'CATEGORY', name: 'Everything' })
  const made = makeObjectives(random, objectives)
  const listed = []
  for (const [at, one] of made.entries()) {
    const { id } = await anObjective(ctx.db, event.id, { parent_id: root.id, name: `Objective ${at}` })
    listed.push({ ...one, id, parent_id: root.id, name: `Objective ${at}` })
  }
  const category = aDefinition({ id: root.id, parent_id: null, objective_type: 'CATEGORY', aggregation: 'NONE', conditions: [] })
  const definition = { start_at: null, end_at: null, team_ids: [team_id], objectives: [category, ...listed], presets: [] }
  await ctx.db
    .insertInto('definition_changes')
    .values({ event_id: event.id, definition: JSON.stringify(definition), timestamp: new Date(0), reason: 'bench' })
    .execute()
  return listed
}

async function fillTabs(ctx: Context, random: Random, { id: event_id }: Row<'events'>, team_id: TeamId): Promise<void> {
  for (let at = 0; at < tabs; at++) {
    const items = Array.from({ length: itemsOfTab }, (_, place) => ({
      ...makeItem(random),
      x: place % 24,
      y: Math.floor(place / 24),
    }))
    const content = packText(JSON.stringify({ id: `tab${at}`, type: 'QuadStash', items }))
    const tab = { event_id, team_id, id: `tab${at}`, name: `Tab ${at}`, type: 'QuadStash', index: at, due_at: new Date(0) }
    await ctx.db
      .insertInto('guild_stash_tabs')
      .values({ ...tab, content, item_count: items.length, fetched_at: new Date() })
      .execute()
  }
}

const count = (length: number) => Array.from({ length }, (_, at) => at)

/** Number of rows per insert. */
const batch = 4_000

/** Creates a log with several lines for every cell, and for each objective three facts from each of ten tabs. */
async function fillHistory(
  ctx: Context,
  { id: event_id }: Row<'events'>,
  team_id: TeamId,
  ids: readonly ObjectiveId[],
): Promise<void> {
  const now = Date.now()
  const lines = count(logLines).map((n) => ({
    event_id,
    guild_id: 77 as GuildId,
    entry_id: n + 1,
    timestamp: new Date(now - n * 1000),
    account_name: `Somebody#${n % 30}`,
    action: 'added' as const,
    item_name: 'Chaos Orb',
    number: 1,
    stash_name: `Tab ${n % tabs}`,
    x: Math.floor(n / tabs) % 24,
    y: Math.floor(n / (tabs * 24)) % 24,
  }))
  const facts = ids.flatMap((objective_id) =>
    count(30).map((n) => ({
      event_id,
      objective_id,
      team_id,
      source: `stash:tab${(objective_id + Math.floor(n / 3)) % tabs}`,
      number: 1 + (n % 3),
      timestamp: new Date(now),
    })),
  )
  for (let from = 0; from < lines.length; from += batch)
    await ctx.db
      .insertInto('guild_log_entries')
      .values(lines.slice(from, from + batch))
      .execute()
  for (let from = 0; from < facts.length; from += batch)
    await ctx.db
      .insertInto('facts')
      .values(facts.slice(from, from + batch))
      .execute()
}

async function time(work: () => Promise<unknown>, times = rounds): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < times; round++) {
    const began = performance.now()
    await work()
    taken.push(performance.now() - began)
  }
  return median(taken)
}

/** Longest blocking of the event loop during `work`. */
async function measureStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  await work()
  clearInterval(timer)
  return longest
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes in use after a garbage collection. */
function readHeap(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export async function run(): Promise<BenchResult[]> {
  const { ctx, close } = await openBench()
  const random = createRandom(19)
  const event = await anEvent(ctx.db)
  const team = await aTeam(ctx.db, event.id)
  await aGuild(ctx.db, team, 77 as GuildId)
  const defined = await define(ctx, random, event, team.id)
  await fillTabs(ctx, random, event, team.id)
  await fillHistory(
    ctx,
    event,
    team.id,
    defined.map(({ id }) => id),
  )
  const search = (q: string) => searchTeamStash(ctx, event, team.id, { q, limit: 50, offset: 0 })

  // Compiles the conditions, which happens once for all teams.
  await prepareMatcher(ctx, event)
  const began = performance.now()
  const stall_ms = await measureStall(() => search('mirror'))
  const cold_ms = performance.now() - began
  const warm = []
  for (const q of queries) warm.push({ q, ms: await time(() => search(q)), total: (await search(q)).total })
  const slowest = warm.toSorted((a, b) => b.ms - a.ms)[0]
  const indexes = Array.from({ length: tabs }, (_, at) => ctx.caches.guildTabs.get(`${event.id} ${team.id} tab${at}`))
  const texts = indexes.map((index) => index?.texts.text ?? '')
  const floor = queries.map((q) => {
    const words = q.split(' ')
    const start = performance.now()
    for (let round = 0; round < rounds; round++)
      for (const text of texts)
        for (const word of words) for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1));
    return (performance.now() - start) / rounds
  })
  const overview_ms = await time(() => loadTeamStash(ctx, event, team.id), 10)
  const tab = await findListedTab(ctx.db, event.id, 'tab7')
  const openItem = () => (tab ? loadStashItem(ctx, event, tab, indexes[7]?.heads[11]?.id ?? '', { limit: 10, offset: 0 }) : null)
  const began_item = performance.now()
  await openItem()
  const first_item_ms = performance.now() - began_item
  const item_ms = await time(async () => openItem(), 10)
  const one = `${tabs} tabs, ${tabs * itemsOfTab} items, ${objectives} objectives, ${logLines} lines of log`
  const bytes = ctx.caches.guildTabs.weight()
  // Once more with empty caches, for a process that has compiled everything else.
  const another = { ...ctx, caches: createCaches() }
  await prepareMatcher(another, event)
  const heap = readHeap()
  await searchTeamStash(another, event, team.id, { q: 'mirror', limit: 50, offset: 0 })
  const grown = readHeap() - heap
  await close()
  return [
    {
      name: 'search, slowest of six queries',
      value: slowest?.ms ?? Number.NaN,
      unit: 'ms',
      note: `goal 100; ${one}; "${slowest?.q}", ${slowest?.total} hits`,
    },
    {
      name: 'search, median of six queries',
      value: median(warm.map(({ ms }) => ms)),
      unit: 'ms',
      note: warm.map(({ q, ms, total }) => `"${q}" ${ms.toFixed(1)} ms, ${total}`).join('; '),
    },
    {
      name: 'search, floor: scanning the same texts',
      value: Math.max(...floor),
      unit: 'ms',
      note: 'all occurrences of every word of the slowest query, nothing else',
    },
    {
      name: 'first search of a new process',
      value: cold_ms,
      unit: 'ms',
      note: `all tabs are read, unpacked and matched; the event loop was blocked for at most ${Math.round(stall_ms)} ms`,
    },
    {
      name: 'memory for cached search data',
      value: grown / 2 ** 20,
      unit: 'MiB',
      note: `measured; the cache reports ${Math.round(bytes / 2 ** 20)} MiB`,
    },
    { name: 'overview', value: overview_ms, unit: 'ms', note: 'with cached data; 30,000 facts' },
    {
      name: 'one item',
      value: item_ms,
      unit: 'ms',
      note: `explains ${objectives} objectives, with 100,000 log lines; the first item of a process took ${Math.round(first_item_ms)} ms`,
    },
  ]
}
