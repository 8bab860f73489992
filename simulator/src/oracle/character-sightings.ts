/** Sightings of worn and carried items, with the periods in which the game shows them. */
import type { Objective } from '@muster/contract/objectives'
import type { SlottedItem } from '../items/item.ts'
import { realmRows } from '../realms.ts'
import { dressCharacter } from '../views/gear-view.ts'
import type { Account, Character } from '../world/model.ts'
import type { SecondGameCharacter } from '../world/second-game/model.ts'
import type { GameRealm } from '../world/events.ts'
import type { Sighting } from './contest.ts'
import { compileWanted } from './wanted.ts'
import type { Numbers, Watch } from './watch.ts'

/** A place for a character's items: its body or its bag. State since the last change. */
interface PlaceState {
  since: number
  owner: Account
  numbers: Numbers
}

/** Items on a character and in its bag; unchanged as long as `parts` are identical. */
interface Belongings {
  parts: readonly unknown[]
  wearer: string
  read: () => { worn: readonly SlottedItem[]; carried: readonly SlottedItem[] }
}

const ofFirst = (seed: number, { record }: Character): Belongings => ({
  parts: [record.class, record.gear_stage, record.voidstones, record.put_on],
  wearer: record.class,
  read: () => {
    const { equipment, jewels, inventory } = dressCharacter(seed, record)
    return { worn: [...equipment, ...jewels], carried: inventory }
  },
})

/** Skills are not worn, and the API does not show the bag. */
const ofSecond = ({ record: { ascendancy, base_class, equipment, jewels } }: SecondGameCharacter): Belongings => {
  const wearer = ascendancy?.name ?? base_class.name
  return { parts: [wearer, equipment, jewels], wearer, read: () => ({ worn: [...equipment, ...jewels], carried: [] }) }
}

export interface CharacterSightings {
  onCharacter: (account: Account, character: Character, at: number) => void
  onSecondCharacter: (account: Account, character: SecondGameCharacter, at: number) => void
  /** Sightings of an objective for a team that are visible now. */
  of: (objective_id: number, team: number) => Sighting[]
}

export const watchCharacters = (watch: Watch, objectives: readonly Objective[]): CharacterSightings => {
  const { world, contest, holdings, keep } = watch
  const { detail_ms, stream_ms } = watch.patience
  const wanted = objectives.map(({ id, conditions }) => ({ id, amountOf: compileWanted(conditions) }))
  const seen = new Map<string, readonly unknown[]>()
  const places = new Map<string, PlaceState>()

  const count = (items: readonly SlottedItem[], wearer: string): Numbers => {
    const numbers = new Map<number, number>()
    for (const { item } of items)
      for (const { id, amountOf } of wanted) {
        const amount = amountOf(item, wearer)
        if (amount > 0) numbers.set(id, (numbers.get(id) ?? 0) + amount)
      }
    return numbers
  }

  /** The sighting of a place until this time. */
  const sight = ({ since, owner }: PlaceState, number: number, until: number): Sighting | null => {
    const earliest = Math.max(since, contest.start_ms)
    if (until < earliest) return null
    const certain = until - earliest >= detail_ms
    const latest = (certain ? earliest + detail_ms : until) + stream_ms
    return { earliest, latest, number, least: number, certain, by: owner.ordinal }
  }

  const note = (place: string, owner: Account, numbers: Numbers, at: number) => {
    const before = places.get(place)
    for (const [id, number] of before?.numbers ?? []) {
      const sighting = before && sight(before, number, at)
      if (sighting) keep(id, before.owner.team, sighting)
    }
    const { team, ordinal: by } = owner
    holdings.noteAll(before?.numbers ?? new Map(), numbers, { source: place, team, at, wait_ms: detail_ms + stream_ms, by })
    places.set(place, { since: at, owner, numbers })
  }

  const look = (id: string, owner: Account, { parts, wearer, read }: Belongings, at: number) => {
    const before = seen.get(id)
    if (before && parts.every((part, place) => part === before[place])) return
    seen.set(id, parts)
    const { worn, carried } = read()
    note(`worn ${id}`, owner, count(worn, wearer), at)
    note(`carried ${id}`, owner, count(carried, ''), at)
  }

  const isWatched = (realm: GameRealm, { league }: { league: string }) =>
    wanted.length > 0 && contest.realm === realm && league === realmRows[realm].leagueOf(world.options)
  return {
    onCharacter: (account, character, at) => {
      if (!isWatched('pc', character)) return
      look(character.id, account, ofFirst(world.options.seed, character), at)
    },
    onSecondCharacter: (account, character, at) => {
      if (!isWatched('poe2', character)) return
      look(character.id, account, ofSecond(character), at)
    },
    of: (objective_id, team) =>
      [...places.values()].flatMap((place) => {
        const number = place.owner.team === team ? place.numbers.get(objective_id) : undefined
        return number === undefined ? [] : (sight(place, number, Number.POSITIVE_INFINITY) ?? [])
      }),
  }
}
