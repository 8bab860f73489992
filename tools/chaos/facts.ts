import type { Db } from '@muster/server/db/connect'
import { stashSource } from '@muster/server/ingestion/stash/observe-snapshots'
import { listObjectives } from '@muster/simulator/oracle/contest'
import { compileWanted } from '@muster/simulator/oracle/wanted'
import { parseChangeId } from '@muster/simulator/views/stream-view'
import type { World } from '@muster/simulator/world/world'
import type { League } from './league.ts'

/** What each tab showed for each objective, one number after the other, by `source|objective`. */
type Numbers = ReadonlyMap<string, readonly number[]>

/**
 * What the facts of all tabs must be when the stream was read up to a position: a second reader, who goes straight to the world, entry by
 * entry, and counts with the oracle's eyes.
 */
function readExpected({ contest, from }: League, world: World, to: readonly number[]): Numbers {
  const wanted = listObjectives(contest.root)
    .filter(
      ({ objective_type, conditions, valid_from, valid_to }) =>
        objective_type === 'ITEM' && conditions.length > 0 && valid_from === null && valid_to === null,
    )
    .filter(({ conditions }) => conditions.every(({ field }) => field !== 'WORN_BY'))
    .map(({ id, conditions }) => ({ id, fits: compileWanted(conditions) }))
  const shown = new Map<string, number[]>()
  const known = new Set<string>()
  let taken = 0
  for (let at = from; at.some((position, shard) => position < (to[shard] ?? 0)); ) {
    let isTaken = false
    at = world.stream.read(at, world.now(), (entry) => {
      if (isTaken) return false
      isTaken = true
      taken++
      if (entry.kind === 'noise') return true
      const { tab_id, league, account_name, items, public: isPublic } = entry.published
      if (isPublic && (league !== world.options.league || !world.findAccount(account_name))) return true
      if (!isPublic && !known.has(tab_id)) return true
      known.add(tab_id)
      for (const { id, fits } of wanted) {
        const number = items.reduce((sum, { item }) => sum + (fits(item) ? (item.stack ?? 1) : 0), 0)
        const key = `${stashSource(tab_id)}|${id}`
        const before = shown.get(key) ?? []
        if ((before.at(-1) ?? 0) !== number) shown.set(key, [...before, number])
      }
      return true
    })
    if (!isTaken) throw new Error(`the stream ended after ${taken} entries, at ${at.join('-')} instead of ${to.join('-')}`)
  }
  return shown
}

const isBeginningOf = (short: readonly number[], long: readonly number[]) =>
  short.every((number, place) => long[place] === number)

export interface FactsFound {
  readonly compared: number
  readonly lost: number
  /** Those that must not be there: twice, or of nothing that was shown. */
  readonly extra: number
}

/** Holds the facts of all tabs against what the stream showed: each must be there once, in its order, with its number. */
export async function compareFacts(db: Db, league: League, world: World, isSettled: () => Promise<boolean>): Promise<FactsFound> {
  const { event_id } = league.event
  const readPosition = async () => {
    const { next_change_id } = await db
      .selectFrom('stream_cursors')
      .select('next_change_id')
      .where('event_id', '=', event_id)
      .executeTakeFirstOrThrow()
    return parseChangeId(next_change_id) ?? []
  }
  const position = await readPosition()
  while (!(await isSettled()));
  const rows = await db
    .selectFrom('facts')
    .select(['source', 'objective_id', 'number'])
    .where('event_id', '=', event_id)
    .where('kind', '=', 'fact')
    .where('source', 'like', stashSource('%'))
    .orderBy('sequence')
    .execute()
  // What was read meanwhile may be among them, or not yet.
  const due = readExpected(league, world, position)
  const possible = readExpected(league, world, await readPosition())
  const isCompared = new Set(
    listObjectives(league.contest.root)
      .filter(({ valid_from, valid_to }) => valid_from === null && valid_to === null)
      .map(({ id }) => id),
  )
  const found = new Map<string, number[]>()
  for (const { source, objective_id, number } of rows) {
    if (!isCompared.has(objective_id)) continue
    const key = `${source}|${objective_id}`
    found.set(key, [...(found.get(key) ?? []), number])
  }
  let [compared, lost, extra] = [0, 0, 0]
  for (const key of new Set([...found.keys(), ...possible.keys()])) {
    const [has, must, may] = [found.get(key) ?? [], due.get(key) ?? [], possible.get(key) ?? []]
    compared += has.length
    if (!isBeginningOf(must, has)) lost++
    if (!isBeginningOf(has, may)) extra++
  }
  return { compared, lost, extra }
}
