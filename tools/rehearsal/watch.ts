import type { Fault } from '@muster/simulator/faults/faults'
import type { Contest, Rulings } from '@muster/simulator/oracle/contest'
import type { Oracle } from '@muster/simulator/oracle/oracle'
import type { Difference } from '@muster/simulator/oracle/verdict'
import type { Scenario } from './scenario.ts'
import { listOutages, listStrikes } from './outages.ts'
import type { Organised } from './organise.ts'
import type { Stage } from './stage.ts'
import { readStandings } from './standings.ts'

const hour_ms = 3_600_000
/** Maximum number of preceding faults listed with a difference. */
const maxNamed = 4

/** A standing that the oracle does not allow, with information for finding the cause. */
export interface Finding extends Difference {
  /** Hour of the event at which it was first noticed; it may have arisen since the previous comparison. */
  readonly seen_at_hour: number
  /** Preceding faults, newest first. */
  readonly faults: readonly string[]
}

export interface Watch {
  /**
   * Compares the current standings with those required by now. @returns standings that are wrong but were right at the last
   * comparison.
   */
  look(rulings: Rulings): Promise<readonly Finding[]>
  /** Adds to each final difference the time it appeared. */
  explain(differences: readonly Difference[]): Finding[]
}

const keyOf = ({ objective_id, team }: Difference) => `${objective_id}/${team}`

/** Faults before a moment, newest first. */
export function listRecent(faults: readonly Fault[], start_ms: number, at_ms: number): string[] {
  return faults
    .filter(({ struck, when: { from_ms = 0 } }) => struck > 0 && from_ms <= at_ms)
    .toSorted((a, b) => (b.when.from_ms ?? 0) - (a.when.from_ms ?? 0))
    .slice(0, maxNamed)
    .map(({ effect, when: { from_ms = 0 } }) => `${effect} at hour ${((from_ms - start_ms) / hour_ms).toFixed(1)}`)
}

/** Compares the standings during the event, so that a difference is noticed soon after it arises. */
export function createWatch(
  { simulator, now }: Stage,
  event: Organised,
  scenario: Scenario,
  contest: Contest,
  oracle: Oracle,
): Watch {
  const first = new Map<string, Finding>()
  const team_names = simulator.world.teams.map(({ name }) => name)

  function find(difference: Difference): Finding {
    const faults = listRecent(simulator.faults.list(), event.start_ms, now())
    return { ...difference, seen_at_hour: Math.round(((now() - event.start_ms) / hour_ms) * 10) / 10, faults }
  }

  return {
    async look(rulings) {
      const { standings } = await readStandings(event, contest.root, team_names)
      const outages = listOutages(simulator.faults.list(), listStrikes(scenario.scripts, event.start_ms))
      const { differences } = oracle.judge(standings, outages, now(), rulings)
      const added = differences.filter((one) => !first.has(keyOf(one))).map(find)
      const still = new Set(differences.map(keyOf))
      for (const key of first.keys()) if (!still.has(key)) first.delete(key)
      for (const one of added) first.set(keyOf(one), one)
      return added
    },
    explain: (differences) =>
      differences.map((one) => {
        const { seen_at_hour, faults } = first.get(keyOf(one)) ?? find(one)
        return { ...one, seen_at_hour, faults }
      }),
  }
}
