/** Sightings of the numbers of players and teams: levels, experience, and what else ladder and character pages show. */
import type { Objective } from '@muster/contract/objectives'
import type { Account } from '../world/model.ts'
import type { Sighting } from './contest.ts'
import { isLasting, isOfDetail, readPlayer } from './player-truth.ts'
import type { Watch } from './watch.ts'

/** A player or a team whose number an objective follows. */
interface Counter {
  objective: Objective
  source: string
  team: number
  by?: number
  read: () => number
  /** Its players who hide on the ladder. */
  hidden: readonly Account[]
  /** The number at the last look. */
  reached: { at: number; number: number } | null
}

const listCounters = ({ world, contest }: Watch, objective: Objective): Omit<Counter, 'objective' | 'reached'>[] => {
  const { objective_type, number_field, players_from } = objective
  if ((objective_type !== 'PLAYER' && objective_type !== 'TEAM') || !isLasting(number_field)) return []
  const count = (number: number) => (players_from === undefined ? number : Number(number >= players_from))
  const players = world.accounts.map((account) => ({
    source: `player ${account.ordinal}`,
    team: account.team,
    by: account.ordinal,
    read: () => count(readPlayer(number_field, account, world, contest)),
    hidden: account.personality.hidden_on_ladder ? [account] : [],
  }))
  if (objective_type === 'PLAYER') return players
  return world.teams.map(({ ordinal: team }) => {
    const members = players.filter((player) => player.team === team)
    const hidden = members.flatMap((player) => player.hidden)
    return { source: 'team', team, hidden, read: () => members.reduce((sum, { read }) => sum + read(), 0) }
  })
}

export class PlayerSightings {
  private readonly watch: Watch
  private readonly counters: readonly Counter[]
  private readonly byTeam: ReadonlyMap<string, readonly Counter[]>
  /** When the ladder first contained a character of a player who hides there. */
  private readonly arrivals = new Map<Account, number>()

  constructor(watch: Watch, objectives: readonly Objective[]) {
    this.watch = watch
    this.counters = objectives.flatMap((objective) =>
      listCounters(watch, objective).map((counter) => ({ objective, ...counter, reached: null })),
    )
    this.byTeam = Map.groupBy(this.counters, ({ objective, team }) => `${objective.id}/${team}`)
  }

  onLadder = (at: number): void => {
    const { keep, holdings, world, contest } = this.watch
    for (const account of new Set(this.counters.flatMap(({ hidden }) => hidden)))
      if (!this.arrivals.has(account) && readPlayer('PLAYER_LEVEL', account, world, contest) > 0) this.arrivals.set(account, at)
    for (const counter of this.counters) {
      const { objective, team, source, by, reached } = counter
      const ahead = this.readAhead(counter, at)
      counter.reached = { at, number: ahead?.number ?? reached?.number ?? 0 }
      if (!ahead) continue
      const { wait_ms, ...seen } = ahead
      keep(objective.id, team, { ...seen, latest: seen.earliest + wait_ms, certain: true, by })
      holdings.note(objective.id, seen.number, { source, team, at: seen.earliest, wait_ms, by })
    }
  }

  /** Progress that the ladder does not show yet, but the character's own page does. */
  listAhead(objective_id: number, team: number) {
    return (this.byTeam.get(`${objective_id}/${team}`) ?? []).flatMap(({ source, by, ...counter }) => {
      const ahead = this.readAhead(counter, this.watch.world.now())
      return ahead ? [{ ...ahead, source, by }] : []
    })
  }

  of(objective_id: number, team: number): Sighting[] {
    return this.listAhead(objective_id, team).map(({ number, earliest, least, by }) => {
      return { number, earliest, least, latest: Number.POSITIVE_INFINITY, certain: false, by }
    })
  }

  /** Progress of a counter since its last look, or null. Only a list, not the ladder, shows a new character of a hidden player. */
  private readAhead(
    { objective, read, reached, hidden }: Pick<Counter, 'objective' | 'read' | 'reached' | 'hidden'>,
    at: number,
  ) {
    const { contest, patience } = this.watch
    const [number, earliest, known] = [read(), reached?.at ?? contest.start_ms, reached?.number ?? 0]
    const { number_field } = objective
    const usual_ms = isLasting(number_field) && isOfDetail(number_field) ? patience.detail_ms : patience.ladder_ms
    const late_ms = hidden.map((account) => (this.arrivals.get(account) ?? 0) + patience.detail_ms - at)
    return number > known ? { number, earliest, least: known + 1, wait_ms: at - earliest + Math.max(usual_ms, ...late_ms) } : null
  }
}
