/** Sightings of numbers of players that can fall: with each version of a character, for the period in which the game shows it. */
import type { Objective } from '@muster/contract/objectives'
import { realmRows } from '../realms.ts'
import type { Account, Character } from '../world/model.ts'
import type { SecondGameCharacter } from '../world/second-game/model.ts'
import type { GameRealm } from '../world/events.ts'
import type { Sighting } from './contest.ts'
import { type Belongings, belongingsOf, secondBelongingsOf, type ValueRow, valueRows } from './value-truth.ts'
import type { Watch } from './watch.ts'

interface Followed {
  readonly objective: Objective
  readonly row: ValueRow
  readonly wait_ms: number
}

/** A number of a player since its last change. */
interface State {
  readonly since: number
  readonly number: number
  readonly owner: Account
}

const isValue = (name: string): name is keyof typeof valueRows => Object.hasOwn(valueRows, name)

export interface ValueSightings {
  onCharacter: (account: Account, character: Character, at: number) => void
  onSecondCharacter: (account: Account, character: SecondGameCharacter, at: number) => void
  of: (objective_id: number, team: number) => Sighting[]
}

/** A team's number is followed player by player, because each of them is read at a different time. */
export const watchValues = (watch: Watch, objectives: readonly Objective[]): ValueSightings => {
  const { world, contest, patience, holdings, keep } = watch
  const followed = objectives.flatMap((objective): Followed[] => {
    const { objective_type, number_field } = objective
    if ((objective_type !== 'PLAYER' && objective_type !== 'TEAM') || !isValue(number_field)) return []
    const row: ValueRow = valueRows[number_field]
    const wait_ms = patience.detail_ms + (row.way === 'calculation' ? patience.calculation_ms : 0)
    return [{ objective, row, wait_ms }]
  })
  const byObjective = new Map(followed.map((one) => [one.objective.id, one]))
  const states = new Map<string, State>()

  const readNumber = ({ objective, row }: Followed, all: Belongings): number => {
    const number = row.read(all, objective.pieces_from ?? 0)
    return objective.players_from === undefined ? number : Number(number >= objective.players_from)
  }

  /** The sighting of a state until this time. Figures count from the reading of their character. */
  const sight = ({ wait_ms }: Followed, { since, number, owner }: State, until: number): Sighting | null => {
    const earliest = Math.max(since, contest.start_ms)
    if (until < earliest) return null
    const certain = Number.isFinite(wait_ms) && until - earliest >= wait_ms
    const latest = Math.min(until, earliest + (certain ? patience.detail_ms : Number.POSITIVE_INFINITY)) + patience.stream_ms
    return { earliest, latest, number, least: number, certain, by: owner.ordinal }
  }

  const look = (id: string, owner: Account, all: Belongings, at: number) => {
    for (const one of followed) {
      const { objective, wait_ms } = one
      const key = `${objective.id} ${id}`
      const before = states.get(key)
      const number = readNumber(one, all)
      if (before?.number === number) continue
      const sighting = before && before.number > 0 && objective.objective_type === 'PLAYER' && sight(one, before, at)
      if (sighting) keep(objective.id, owner.team, sighting)
      const source = `player ${owner.ordinal}`
      holdings.note(objective.id, number, { source, team: owner.team, at, wait_ms, by: owner.ordinal })
      states.set(key, { since: at, number, owner })
    }
  }

  const isWatched = (realm: GameRealm, league: string) =>
    followed.length > 0 && contest.realm === realm && league === realmRows[realm].leagueOf(world.options)
  const { seed } = world.options
  const remember = (all: Belongings): Belongings => {
    let known: ReturnType<Belongings['figures']> | null = null
    return { ...all, figures: () => (known ??= all.figures()) }
  }
  return {
    onCharacter: (account, character, at) => {
      if (!isWatched('pc', character.league)) return
      look(character.id, account, remember(belongingsOf(seed, account, character)), at)
    },
    onSecondCharacter: (account, character, at) => {
      if (!isWatched('poe2', character.league)) return
      look(character.id, account, remember(secondBelongingsOf(seed, account, character)), at)
    },
    of: (objective_id, team) => {
      const one = byObjective.get(objective_id)
      if (one === undefined || one.objective.objective_type !== 'PLAYER') return []
      return [...states].flatMap(([key, state]) => {
        const isOurs = key.startsWith(`${objective_id} `) && state.owner.team === team && state.number > 0
        return isOurs ? (sight(one, state, Number.POSITIVE_INFINITY) ?? []) : []
      })
    },
  }
}
