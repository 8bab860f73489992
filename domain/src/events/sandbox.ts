import { createDraws } from '../teams/draws.ts'

/** The sandbox starts over at each full and half hour, UTC. */
export const sandboxRound_ms = 1_800_000
/** Steps in which a number of an objective rises to the required one, at most. */
const maxSteps = 3

/** Names that cannot be mistaken for players' names. */
export const sandboxTeams = ['Otter', 'Heron', 'Beetle', 'Fox'].map((animal) => ({
  name: `Invented ${animal}`,
  players: [`Invented ${animal} A`, `Invented ${animal} B`, `Invented ${animal} C`],
}))

export interface SandboxObjective {
  readonly id: number
  readonly required_number: number
}

/** The newest number of a team on an objective. */
export interface SandboxFact {
  readonly objective_id: number
  /** Positions in `sandboxTeams`. */
  readonly team: number
  readonly player: number
  readonly number: number
  /** Milliseconds. */
  readonly at: number
}

/**
 * The facts of a round up to a moment. They follow from the objectives and the time alone: another server with the same
 * objectives has the same. Until the end of the round every team finishes every objective, at evenly spread moments in a random
 * order.
 */
export function listSandboxFacts(objectives: readonly SandboxObjective[], round: number, now: number): SandboxFact[] {
  const draws = createDraws(round)
  const places = objectives.flatMap(({ id, required_number }) =>
    sandboxTeams.map(({ players }, team) => ({ objective_id: id, required_number, team, player: draws.below(players.length) })),
  )
  const stepsOf = (place: { required_number: number }) => Math.min(place.required_number, maxSteps)
  const steps = draws.shuffle(places.flatMap((place) => Array.from({ length: stepsOf(place) }, () => place)))
  const facts = new Map<object, SandboxFact>()
  const counts = new Map<object, number>()
  for (const [index, place] of steps.entries()) {
    const at = Math.floor(round * sandboxRound_ms + ((index + 1) * sandboxRound_ms) / (steps.length + 1))
    if (at > now) break
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    const { required_number, ...rest } = place
    facts.set(place, { ...rest, number: Math.ceil((required_number * count) / stepsOf(place)), at })
  }
  return [...facts.values()].sort((a, b) => a.at - b.at)
}
