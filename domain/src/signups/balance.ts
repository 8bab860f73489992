/** What a proposal goes by. */
export interface SignupToPlace {
  readonly user_id: number
  /** The team the person is in already and stays in; null = to be placed. */
  readonly team_id: number | null
  readonly partner_id: number | null
  /** Hours a day. */
  readonly expected_playtime: number
  readonly needs_help: boolean
  readonly wants_to_help: boolean
}

/** What should be alike in all teams. */
export interface TeamMeasure {
  readonly team_id: number
  readonly size: number
  /** Hours a day of all together. */
  readonly expected_playtime: number
  readonly needs_help: number
  readonly wants_to_help: number
}

export interface Proposal {
  /** Everybody with their team, by user id; those who had one have the same. */
  readonly placements: readonly { readonly user_id: number; readonly team_id: number }[]
  /** By team id. */
  readonly teams: readonly TeamMeasure[]
}

/** People who are placed together: a pair that named each other, or one person. */
interface Unit {
  readonly members: readonly SignupToPlace[]
  readonly load: Load
  /** Position of the team; -1 while there is none. */
  team: number
}

type Load = readonly [size: number, playtime: number, needs_help: number, wants_to_help: number]

/** A newcomer, and somebody who helps, weigh as much as these hours a day: help is spread before the last hour is. */
const hoursOfHelp = 8

const addLoads = (a: Load, b: Load, sign = 1): Load => [
  a[0] + sign * b[0],
  a[1] + sign * b[1],
  a[2] + sign * b[2],
  a[3] + sign * b[3],
]

/** Sums of squares are least when teams are alike. Sizes come first; the rest decides between proposals of equal sizes. */
function weigh([size, playtime, needs, wants]: Load): readonly [sizes: number, rest: number] {
  const help = hoursOfHelp * hoursOfHelp * (needs * needs + wants * wants)
  return [size * size, playtime * playtime + help]
}

const loadOf = (members: readonly SignupToPlace[]): Load =>
  members.reduce<Load>(
    (sum, one) => addLoads(sum, [1, one.expected_playtime, Number(one.needs_help), Number(one.wants_to_help)]),
    [0, 0, 0, 0],
  )

/**
 * Spreads signups over teams: partners who named each other together, teams of equal size, then alike in hours and in help
 * wanted and offered. The same people and teams give the same proposal, in whatever order they come. Nobody who has a team
 * is moved; whoever has a partner there follows.
 */
export function proposeTeams(team_ids: readonly number[], signups: readonly SignupToPlace[]): Proposal {
  const teams = [...new Set(team_ids)].sort((a, b) => a - b)
  const people = [...new Map(signups.map((one) => [one.user_id, one])).values()].sort((a, b) => a.user_id - b.user_id)
  const loads: Load[] = teams.map(() => [0, 0, 0, 0])
  const { placed, free } = formUnits(people, teams)
  if (teams.length > 0) {
    for (const unit of placed) put(unit, unit.team, loads)
    for (const unit of free) put(unit, chooseTeam(unit, loads), loads)
    while (improve(free, loads));
  }
  const placements = [...placed, ...free].flatMap(({ members, team }) => {
    const team_id = teams[team]
    return team_id === undefined ? [] : members.map(({ user_id }) => ({ user_id, team_id }))
  })
  return {
    placements: placements.sort((a, b) => a.user_id - b.user_id),
    teams: teams.map((team_id, position) => {
      const [size, expected_playtime, needs_help, wants_to_help] = loads[position] ?? [0, 0, 0, 0]
      return { team_id, size, expected_playtime, needs_help, wants_to_help }
    }),
  }
}

/** Who cannot be moved, and who can: large units first, as they are hardest to place. */
function formUnits(people: readonly SignupToPlace[], teams: readonly number[]): { placed: Unit[]; free: Unit[] } {
  const byId = new Map(people.map((one) => [one.user_id, one]))
  const placeOf = (one: SignupToPlace) => (one.team_id === null ? -1 : teams.indexOf(one.team_id))
  const placed: Unit[] = []
  const free: Unit[] = []
  for (const one of people) {
    const wished = one.partner_id === null ? undefined : byId.get(one.partner_id)
    const partner = wished?.partner_id === one.user_id && wished !== one ? wished : undefined
    const team = placeOf(one) >= 0 ? placeOf(one) : partner ? placeOf(partner) : -1
    if (team >= 0) placed.push({ members: [one], load: loadOf([one]), team })
    else if (!partner) free.push({ members: [one], load: loadOf([one]), team })
    else if (one.user_id < partner.user_id) free.push({ members: [one, partner], load: loadOf([one, partner]), team })
  }
  const idOf = (unit: Unit) => unit.members[0]?.user_id ?? 0
  free.sort((a, b) => b.load[0] - a.load[0] || weigh(b.load)[1] - weigh(a.load)[1] || idOf(a) - idOf(b))
  return { placed, free }
}

const emptyLoad: Load = [0, 0, 0, 0]
const loadAt = (loads: readonly Load[], team: number): Load => loads[team] ?? emptyLoad

function put(unit: Unit, team: number, loads: Load[]): void {
  if (unit.team !== team && unit.team >= 0) loads[unit.team] = addLoads(loadAt(loads, unit.team), unit.load, -1)
  unit.team = team
  loads[team] = addLoads(loadAt(loads, team), unit.load)
}

/** Whether two teams are more alike with these loads than with those. */
function isBetter(a: Load, b: Load, thanA: Load, thanB: Load): boolean {
  const [now, then] = [
    [weigh(a), weigh(b)],
    [weigh(thanA), weigh(thanB)],
  ] as const
  const sizes = now[0][0] + now[1][0] - then[0][0] - then[1][0]
  return sizes < 0 || (sizes === 0 && now[0][1] + now[1][1] < then[0][1] + then[1][1])
}

/** The team that the unit makes least uneven; of equal ones the first. */
function chooseTeam(unit: Unit, loads: readonly Load[]): number {
  let best = 0
  for (let team = 1; team < loads.length; team++) {
    const [here, there] = [loadAt(loads, team), loadAt(loads, best)]
    if (isBetter(addLoads(here, unit.load), there, here, addLoads(there, unit.load))) best = team
  }
  return best
}

/**
 * Moves units to other teams and exchanges them wherever that makes two teams more alike.
 * @returns whether anything got better. What is unlike falls with every change, in whole numbers, so this comes to an end.
 */
function improve(free: readonly Unit[], loads: Load[]): boolean {
  let improved = false
  for (const [place, unit] of free.entries()) {
    for (let team = 0; team < loads.length; team++) {
      const [from, to] = [loadAt(loads, unit.team), loadAt(loads, team)]
      if (team === unit.team || !isBetter(addLoads(from, unit.load, -1), addLoads(to, unit.load), from, to)) continue
      put(unit, team, loads)
      improved = true
    }
    for (const other of free.slice(place + 1)) {
      if (other.team === unit.team) continue
      const [from, to] = [loadAt(loads, unit.team), loadAt(loads, other.team)]
      const exchange = addLoads(other.load, unit.load, -1)
      if (!isBetter(addLoads(from, exchange), addLoads(to, exchange, -1), from, to)) continue
      const [left, right] = [unit.team, other.team]
      put(unit, right, loads)
      put(other, left, loads)
      improved = true
    }
  }
  return improved
}
