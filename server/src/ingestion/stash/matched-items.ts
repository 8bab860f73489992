import type { GameItem } from '@muster/contract/game-api'
import { type Completion, type Matcher, readNumber } from '@muster/domain/conditions/matcher'
import { readRecord } from '@muster/domain/items/normalise'
import { createWeighed } from '../../recent.ts'
import { hashKey } from './fresh-items.ts'
import { matchInSlices } from './match-in-slices.ts'
import type { Overlap } from './written-items.ts'

/**
 * Which objectives the items of bases complete, at whatever time: of the next snapshot of the same tab only what the base does not have is
 * matched. Kept by the matcher and by the list, so that it is never out of date: new rules have another matcher, and what one before has
 * found is not asked for any more.
 */
export interface MatchedItems {
  /** As `matcher.match` without a time. @param overlap of the list with its base. */
  match(matcher: Matcher, items: readonly GameItem[], overlap: Overlap): Promise<Completion[]>
}

/** Memory of all of them: of 5,000 full tabs. */
const most_bytes = 5 * 1024 * 1024
/** Of a list, besides two bytes for each item. */
const list_bytes = 400
/** Of each matcher, some 170 bytes each. Of 3,000 items in full tabs, 700 differ in what they complete. */
const mostSets = 10_000

const none: readonly number[] = []

/** Sets of objectives that some item completes, by numbers from 1. */
interface Sets {
  readonly matcher: number
  readonly list: (readonly number[])[]
  /** @returns 0 when there are too many. */
  numberOf(objectives: readonly number[]): number
}
/** Instead of the number of a set: the item was not matched. */
const unknown = 0

function createSets(matcher: number): Sets {
  const list: (readonly number[])[] = [none]
  const numbers = new Map<string, number>()
  return {
    matcher,
    list,
    numberOf(objectives) {
      const key = objectives.join()
      const known = numbers.get(key)
      if (known !== undefined || list.length > mostSets) return known ?? unknown
      numbers.set(key, list.length)
      return list.push([...objectives]) - 1
    },
  }
}

/** The objectives of each item that completes some, in the order of the matcher. */
function groupObjectives(completions: readonly Completion[]): Map<number, number[]> {
  const objectives = new Map<number, number[]>()
  for (const { item, objective_id } of completions) {
    const own = objectives.get(item)
    if (own) own.push(objective_id)
    else objectives.set(item, [objective_id])
  }
  return objectives
}

export function createMatchedItems(): MatchedItems {
  /** Of each item of a list the set of objectives that it completes. */
  const kept = createWeighed<string, Uint16Array>(most_bytes, ({ byteLength }) => byteLength + list_bytes)
  // Lists name their matcher by a number, so that none of them holds on to it.
  const setsOf = new WeakMap<Matcher, Sets>()
  let matchers = 0
  function getSets(matcher: Matcher): Sets {
    const sets = setsOf.get(matcher) ?? createSets(++matchers)
    setsOf.set(matcher, sets)
    return sets
  }

  return {
    async match(matcher, items, { earlier, own_hash }) {
      const sets = getSets(matcher)
      const keyOf = (items_hash: Buffer) => `${sets.matcher}:${hashKey(items_hash)}`
      const base = (earlier && kept.get(keyOf(earlier.items_hash))) ?? new Uint16Array(earlier?.of ?? 0)
      const own = new Uint16Array(items.length)
      const news: number[] = []
      for (let item = 0; item < items.length; item++) {
        own[item] = base[earlier?.places[item] ?? -1] ?? unknown
        if (own[item] === unknown) news.push(item)
      }
      const asked = news.map((item) => items[item] as GameItem)
      const found = groupObjectives(await matchInSlices(matcher, asked, null))
      const objectives = Array.from(own, (set) => sets.list[set] ?? none)
      for (const [at, item] of news.entries()) {
        const completed = found.get(at) ?? none
        objectives[item] = completed
        own[item] = sets.numberOf(completed)
      }
      if (own_hash !== null) kept.set(keyOf(own_hash), own)
      else if (earlier) {
        const learned = base.slice()
        for (const item of news) {
          const place = earlier.places[item] ?? -1
          if (place >= 0) learned[place] = own[item] ?? unknown
        }
        kept.set(keyOf(earlier.items_hash), learned)
      }
      const completions: Completion[] = []
      for (let item = 0; item < items.length; item++) {
        const completed = objectives[item] ?? none
        if (completed.length === 0) continue
        const number = readNumber(readRecord(items[item]))
        for (const objective_id of completed) completions.push({ item, objective_id, number })
      }
      return completions
    },
  }
}
