import { countsItems } from '@muster/domain/objectives/kinds'
import type { Db } from '@muster/server/db/connect'
import { stashSource } from '@muster/server/ingestion/stash/observe-snapshots'
import { listObjectives } from '@muster/simulator/oracle/contest'
import { compileWanted } from '@muster/simulator/oracle/wanted'
import { parseChangeId } from '@muster/simulator/views/stream-view'
import type { PublishedTab } from '@muster/simulator/world/stream'
import type { World } from '@muster/simulator/world/world'
import type { League } from './league.ts'

export interface FactsFound {
  readonly compared: number
  /** Combinations of source and objective with a missing fact. */
  readonly lost: number
  /** Combinations with a fact that should not exist: a duplicate, or one without an observation. */
  readonly extra: number
}

type Positions = readonly number[]

const isBeginningOf = (short: readonly number[], long: readonly number[]) =>
  short.every((number, place) => long[place] === number)

/**
 * A second reader of the stream. It reads entries directly from the world and counts with the oracle's rules, so it knows the
 * expected facts of all tabs. Objectives with a time window are left out, and those about worn items.
 */
function createSecondReader({ contest, from }: League, world: World) {
  const wanted = listObjectives(contest.root)
    .filter((one) => countsItems(one) && one.valid_from === null && one.valid_to === null)
    .filter(({ conditions }) => conditions.length > 0 && conditions.every(({ field }) => field !== 'WORN_BY'))
    .map(({ id, conditions }) => ({ id, fits: compileWanted(conditions) }))
  /** The numbers shown by each tab for each objective, in order, by `source|objective`. */
  const shown = new Map<string, number[]>()
  const known = new Set<string>()
  let at: Positions = from

  function count({ tab_id, league, account_name, items, public: isPublic }: PublishedTab): void {
    if (isPublic && (league !== world.options.league || !world.findAccount(account_name))) return
    if (!isPublic && !known.has(tab_id)) return
    known.add(tab_id)
    for (const { id, fits } of wanted) {
      const number = items.reduce((sum, { item }) => sum + (fits(item) ? (item.stack ?? 1) : 0), 0)
      const key = `${stashSource(tab_id)}|${id}`
      const before = shown.get(key) ?? []
      shown.set(key, before)
      if ((before.at(-1) ?? 0) !== number) before.push(number)
    }
  }

  return {
    shown,
    objectives: new Set<number>(wanted.map(({ id }) => id)),
    readTo(to: Positions): void {
      while (at.some((position, shard) => position < (to[shard] ?? 0))) {
        let isTaken = false
        at = world.stream.read(at, world.now(), (entry) => {
          if (isTaken) return false
          isTaken = true
          if (entry.kind === 'tab') count(entry.published)
          return true
        })
        if (!isTaken) throw new Error(`the stream ends at ${at.join('-')}, before ${to.join('-')}`)
      }
    },
  }
}

/** Compares the facts of all tabs with the stream: each number must be a fact exactly once, in order. */
export function createFactCheck(db: Db, league: League, world: World, isSettled: () => Promise<boolean>) {
  const { event_id } = league.event
  const reader = createSecondReader(league, world)

  async function readPosition(): Promise<Positions> {
    const { next_change_id } = await db
      .selectFrom('stream_cursors')
      .select('next_change_id')
      .where('event_id', '=', event_id)
      .executeTakeFirstOrThrow()
    return parseChangeId(next_change_id) ?? []
  }

  async function loadFacts(): Promise<Map<string, number[]>> {
    const rows = await db
      .selectFrom('facts')
      .select(['source', 'objective_id', 'number'])
      .where('event_id', '=', event_id)
      .where('kind', '=', 'fact')
      .where('source', 'like', stashSource('%'))
      .orderBy('sequence')
      .execute()
    const found = new Map<string, number[]>()
    for (const { source, objective_id, number } of rows) {
      if (!reader.objectives.has(objective_id)) continue
      const key = `${source}|${objective_id}`
      const numbers = found.get(key) ?? []
      found.set(key, numbers)
      numbers.push(number)
    }
    return found
  }

  return async (): Promise<FactsFound> => {
    const position = await readPosition()
    while (!(await isSettled()));
    const found = await loadFacts()
    reader.readTo(position)
    const due = new Map([...reader.shown].map(([key, numbers]) => [key, numbers.length]))
    // Entries read meanwhile may or may not be included.
    reader.readTo(await readPosition())
    let [compared, lost, extra] = [0, 0, 0]
    for (const key of new Set([...found.keys(), ...reader.shown.keys()])) {
      const [has, may] = [found.get(key) ?? [], reader.shown.get(key) ?? []]
      compared += has.length
      if (!isBeginningOf(may.slice(0, due.get(key) ?? 0), has)) lost++
      if (!isBeginningOf(has, may)) extra++
    }
    return { compared, lost, extra }
  }
}
