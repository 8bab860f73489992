import type { StashTabOfGame } from '@muster/contract/game-api'
import type { UserId } from '@muster/contract/ids'
import { createClassifier } from '@muster/domain/items/classes'
import { readRecord } from '@muster/domain/items/normalise'
import { sql } from 'kysely'
import type { Row } from '../db/schema.ts'
import type { Tokens } from '../features/login/connection-token.ts'
import type { GameFailure } from '../gateways/game/gateway.ts'
import type { IfChanged } from '../gateways/outside.ts'
import { loadMatcherOptions } from '../ingestion/rules/class-table.ts'
import { type Asked, askWithAnyToken, type Fetcher, type Rotation } from './guild-fetchers.ts'
import type { GameRound } from './job.ts'

const minute_ms = 60_000
/** Maximum parts of a collection requested at once: a collection may have hundreds, and other tabs share the rate limits. */
const partsAtOnce = 6
/** Maximum age of a part whose item count is unchanged: one item may have replaced another. */
const partAtLeastEvery_ms = 10 * minute_ms

/** The stored data of a tab without its content, which is large and not needed for a request. */
export type Tab = Omit<Row<'guild_stash_tabs'>, 'content' | 'content_key'>

export const tabColumns = [
  'event_id',
  'id',
  'parent_id',
  'team_id',
  'folder_name',
  'name',
  'type',
  'index',
  'color',
  'fetch_enabled',
  'is_priority',
  'fetched_at',
  'due_at',
  'wanted_at',
  'failures_in_a_row',
  'last_error',
  'item_count',
  'is_empty_unconfirmed',
  'content_hash',
] as const satisfies readonly (keyof Tab)[]

/** State of a tab when last stored under this lease. Most fetches show no change. */
export interface KnownTab {
  readonly fingerprint: string
  /** Parts as listed by the collection. */
  readonly children: readonly StashTabOfGame[]
  /** Event time. */
  readonly changed_at: number
}
export type Memory = Map<string, KnownTab>

/** Everything needed to fetch a tab. */
export interface FetchSetting {
  readonly fetchers: readonly Fetcher[]
  /** The stored parts of a collection, by id. */
  readonly parts: ReadonlyMap<string, Tab>
  readonly rotation: Rotation
  readonly memory: Memory
  readonly tokens: Tokens
  /** Called with true when a tab starts to wait for a rate limit or a new token, and with false when it continues. */
  readonly onLine: (isWaiting: boolean) => void
}

/** A tab or part received from the game. */
export interface ReceivedTab {
  readonly tab_id: string
  readonly at: number
  /** Muster's name for a part; the game only numbers them. */
  readonly own_name: string | null
  readonly reply: IfChanged<StashTabOfGame>
}

/** Reason why a tab was not shown; null if the game could not be asked. */
export type TabFailure = GameFailure | null

/** Result of fetching a tab and its parts that may have changed. */
export interface Fetched {
  readonly tab: Tab
  /** Users whose request for the tab was denied. */
  readonly blind: readonly UserId[]
  readonly at: number
  /** The tab first, then its parts; empty if the tab was not shown. */
  readonly seen: readonly ReceivedTab[]
  readonly failed: readonly {
    readonly tab: Tab | null
    readonly tab_id: string
    readonly at: number
    readonly failure: TabFailure
  }[]
  /** Stored parts, by id. */
  readonly parts: ReadonlyMap<string, Tab>
}

type NamePart = (part: StashTabOfGame) => string | null

/** The game's name for the map series of a part of a map collection. */
function readSeriesName({ metadata }: StashTabOfGame): string | null {
  const { name } = readRecord(metadata?.['map'])
  return typeof name === 'string' && name.trim() !== '' ? name : null
}

/** Names the parts of a collection after their map series or the class of their items; the game only numbers them. */
async function createNaming({ ctx, event }: GameRound): Promise<NamePart> {
  const { game_version, classes } = { classes: undefined, ...(await loadMatcherOptions(ctx, event.game_version)) }
  const { classOf } = createClassifier({ game_version, ...(classes && { table: classes }) })
  return (part) => readSeriesName(part) ?? (part.items?.[0] ? classOf(part.items[0]) || null : null)
}

/**
 * Whether a part is worth a request: it is new, was requested, has a different item count, or has not been read for a long time.
 */
function isPartDue(known: Tab | undefined, sent: StashTabOfGame, now: number): boolean {
  if (!known?.fetched_at || known.wanted_at !== null || known.is_empty_unconfirmed) return true
  const count = sent.metadata?.items
  return (typeof count === 'number' && count !== known.item_count) || now - known.fetched_at.getTime() >= partAtLeastEvery_ms
}

/** The stored parts of these tabs, by tab id and part id; tabs without parts have no entry. */
export async function listParts({ ctx, event }: GameRound, tab_ids: readonly string[]): Promise<Map<string, Map<string, Tab>>> {
  if (tab_ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('guild_stash_tabs')
    .select(tabColumns)
    .where('event_id', '=', event.id)
    .where('parent_id', '=', sql<string>`any(${tab_ids}::text[])`)
    .execute()
  const byTab = Map.groupBy(rows, (row) => row.parent_id ?? '')
  return new Map([...byTab].map(([tab_id, parts]) => [tab_id, new Map(parts.map((part) => [part.id, part]))]))
}

/** An unchanged tab can be skipped only if nothing is left to repair or to confirm. */
const isSettled = (tab: Tab | undefined) =>
  tab !== undefined &&
  tab.fetched_at !== null &&
  !tab.is_empty_unconfirmed &&
  tab.failures_in_a_row === 0 &&
  tab.last_error === null &&
  tab.wanted_at === null

const readFailureOf = ({ answer }: Asked<unknown>): TabFailure => (answer === null || answer.ok ? null : answer.failure)

type ReceivedPart = { readonly seen: ReceivedTab } | { readonly failed: Fetched['failed'][number] }

/** Fetches a tab and its parts that may have changed. */
export async function fetchTab(round: GameRound, tab: Tab, setting: FetchSetting): Promise<Fetched> {
  const { fetchers, parts, rotation, memory, tokens, onLine } = setting
  const { ctx, event, signal } = round
  const ask = (known: Tab | undefined, id: string, parent_id: string | null) =>
    askWithAnyToken(round, rotation, fetchers, tokens, onLine, (account) =>
      ctx.game.fetchGuildTab(
        account,
        event.name,
        { id, parent_id },
        { known: isSettled(known) ? memory.get(id)?.fingerprint : undefined, signal, onLine },
      ),
    )
  const asked = await ask(tab, tab.id, null)
  const { blind, answer } = asked
  const at = ctx.clock.now()
  if (!answer?.ok) {
    const failure = readFailureOf(asked)
    return { tab, blind, at, seen: [], failed: [{ tab, tab_id: tab.id, at, failure }], parts }
  }
  const reply = answer.value
  const children = reply.content === null ? (memory.get(tab.id)?.children ?? []) : (reply.content.children ?? [])
  let naming: Promise<NamePart> | null = null

  async function fetchPart(listed: StashTabOfGame): Promise<ReceivedPart> {
    const known = parts.get(listed.id)
    const part = await ask(known, listed.id, tab.id)
    const of = { tab_id: listed.id, at: ctx.clock.now() }
    if (!part.answer?.ok) return { failed: { ...of, tab: known ?? null, failure: readFailureOf(part) } }
    const { content } = part.answer.value
    const own_name = content === null ? null : (await (naming ??= createNaming(round)))(content)
    return { seen: { ...of, own_name, reply: part.answer.value } }
  }

  const due = children.filter((listed) => {
    const known = parts.get(listed.id)
    return known?.fetch_enabled !== false && isPartDue(known, listed, at)
  })
  const results: ReceivedPart[] = []
  const left = due.entries()
  const fetchRest = async () => {
    for (const [place, listed] of left) {
      if (signal.aborted) return
      results[place] = await fetchPart(listed)
    }
  }
  await Promise.all(Array.from({ length: partsAtOnce }, fetchRest))
  // In the order of the collection, regardless of arrival; parts not requested because of an abort are missing.
  const found = results.filter((one) => one !== undefined)
  const seen = found.flatMap((one) => ('seen' in one ? [one.seen] : []))
  const failed = found.flatMap((one) => ('failed' in one ? [one.failed] : []))
  return { tab, blind, at, seen: [{ tab_id: tab.id, at, own_name: null, reply }, ...seen], failed, parts }
}
