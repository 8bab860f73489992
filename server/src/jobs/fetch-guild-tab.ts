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
import type { Round } from './job.ts'

const minute_ms = 60_000
/** Parts of a collection asked for at a time: it may have hundreds, and other tabs wait for the same limits. */
const partsAtOnce = 6
/** A part whose number of items is the same is looked at this often all the same: one may have been put in the place of another. */
const partAtLeastEvery_ms = 10 * minute_ms

/** What is known of a tab; what lies in it is large and not needed to ask. */
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
  'fetched_at',
  'due_at',
  'wanted_at',
  'failures_in_a_row',
  'last_error',
  'item_count',
  'is_empty_unconfirmed',
  'content_hash',
] as const satisfies readonly (keyof Tab)[]

/** What a tab showed when it was last stored under this lease: most fetches show the same again. */
export interface KnownTab {
  readonly fingerprint: string
  /** Parts of the collection, as it lists them. */
  readonly children: readonly StashTabOfGame[]
  /** Event time. */
  readonly changed_at: number
}
export type Memory = Map<string, KnownTab>

/** What a tab is fetched with. */
export interface FetchSetting {
  readonly fetchers: readonly Fetcher[]
  /** The parts of a collection as they are stored, by id. */
  readonly parts: ReadonlyMap<string, Tab>
  readonly rotation: Rotation
  readonly memory: Memory
  readonly tokens: Tokens
  /** Hears when a tab begins to wait for a limit of the game or for a new token, and when it goes on. */
  readonly onLine: (isWaiting: boolean) => void
}

/** A tab or a part that the game has sent. */
export interface ReceivedTab {
  readonly tab_id: string
  readonly at: number
  /** Ours, for a part: the game numbers them. */
  readonly own_name: string | null
  readonly reply: IfChanged<StashTabOfGame>
}

/** Why a tab was not shown; null = nobody could be asked. */
export type TabFailure = GameFailure | null

/** What came of fetching a tab and those of its parts that may have changed. */
export interface Fetched {
  readonly tab: Tab
  /** Who asked and was not shown it. */
  readonly blind: readonly UserId[]
  readonly at: number
  /** The tab first, then parts; empty when the tab itself was not shown. */
  readonly seen: readonly ReceivedTab[]
  readonly failed: readonly {
    readonly tab: Tab | null
    readonly tab_id: string
    readonly at: number
    readonly failure: TabFailure
  }[]
  /** Parts as they are known, by id. */
  readonly parts: ReadonlyMap<string, Tab>
}

type NamePart = (part: StashTabOfGame) => string | null

/** What the game says of a part of a collection of maps: of which series they are. */
function readSeriesName({ metadata }: StashTabOfGame): string | null {
  const { name } = readRecord(metadata?.['map'])
  return typeof name === 'string' && name.trim() !== '' ? name : null
}

/** The parts of a collection are named after their series of maps, or after the class of what lies in them: the game numbers them. */
async function createNaming({ ctx, event }: Round): Promise<NamePart> {
  const { game_version, classes } = { classes: undefined, ...(await loadMatcherOptions(ctx, event.game_version)) }
  const { classOf } = createClassifier({ game_version, ...(classes && { table: classes }) })
  return (part) => readSeriesName(part) ?? (part.items?.[0] ? classOf(part.items[0]) || null : null)
}

/** Whether a part is worth a request: it is new, was asked for, holds another number of items, or was not seen for long. */
function isPartDue(known: Tab | undefined, sent: StashTabOfGame, now: number): boolean {
  if (!known?.fetched_at || known.wanted_at !== null || known.is_empty_unconfirmed) return true
  const count = sent.metadata?.items
  return (typeof count === 'number' && count !== known.item_count) || now - known.fetched_at.getTime() >= partAtLeastEvery_ms
}

/** The stored parts of these tabs, by the tab and their own id; a tab without parts has no entry. */
export async function listParts({ ctx, event }: Round, tab_ids: readonly string[]): Promise<Map<string, Map<string, Tab>>> {
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

/** A fetch is only as good as the last when nothing is left to mend or to answer. */
const isSettled = (tab: Tab | undefined) =>
  tab !== undefined &&
  tab.fetched_at !== null &&
  !tab.is_empty_unconfirmed &&
  tab.failures_in_a_row === 0 &&
  tab.last_error === null &&
  tab.wanted_at === null

const readFailureOf = ({ answer }: Asked<unknown>): TabFailure => (answer === null || answer.ok ? null : answer.failure)

type ReceivedPart = { readonly seen: ReceivedTab } | { readonly failed: Fetched['failed'][number] }

/** Fetches a tab and those of its parts that may have changed. */
export async function fetchTab(round: Round, tab: Tab, setting: FetchSetting): Promise<Fetched> {
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
  // In the order of the collection, in whatever order they came; those that nobody asked for any more are missing.
  const found = results.filter((one) => one !== undefined)
  const seen = found.flatMap((one) => ('seen' in one ? [one.seen] : []))
  const failed = found.flatMap((one) => ('failed' in one ? [one.failed] : []))
  return { tab, blind, at, seen: [{ tab_id: tab.id, at, own_name: null, reply }, ...seen], failed, parts }
}
