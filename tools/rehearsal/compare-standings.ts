/** Compares the standings of two runs in the format of `standings.jsonl`. */
export interface Sameness {
  /** Whether the files are equal byte for byte. */
  readonly is_identical: boolean
  /** Differences that a participant would notice, as text: points, ranks, numbers, players. */
  readonly differences: readonly string[]
  /** Number of standings that differ only in their time, and the largest difference. */
  readonly moved: number
  readonly most_seconds: number
}

type Line = readonly [
  objective: string,
  team: string,
  standing: { readonly at: string | null; readonly [field: string]: unknown },
]

const readLines = (text: string): Map<string, { said: string; at: string | null }> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [objective, team, { at, ...rest }] = JSON.parse(line) as Line
        return [`${objective}, ${team}`, { said: JSON.stringify(rest), at }]
      }),
  )

const secondsBetween = (a: string | null, b: string | null) => Math.abs(Date.parse(a ?? '') - Date.parse(b ?? '')) / 1000

/** Compares the standings of two runs. */
export function compareStandings(first: string, second: string): Sameness {
  const [one, other] = [readLines(first), readLines(second)]
  const differences: string[] = []
  const shifts: number[] = []
  for (const place of new Set([...one.keys(), ...other.keys()])) {
    const [a, b] = [one.get(place), other.get(place)]
    if (a?.said !== b?.said || (a?.at === null) !== (b?.at === null))
      differences.push(`${place}: ${a?.said ?? 'nothing'} and ${b?.said ?? 'nothing'}`)
    else if (a && b && a.at !== b.at) shifts.push(secondsBetween(a.at, b.at))
  }
  return { is_identical: first === second, differences, moved: shifts.length, most_seconds: Math.max(0, ...shifts) }
}

/** Guild logs may add players and times, but must not change numbers or completion. @returns standings where they did. */
export function listGained(before: string, after: string): string[] {
  const readResult = (said: string | undefined) => {
    const { number, finished } = JSON.parse(said ?? '{}') as Record<string, unknown>
    return JSON.stringify([number, finished])
  }
  const known = readLines(before)
  return [...readLines(after)]
    .filter(([place, { said }]) => readResult(said) !== readResult(known.get(place)?.said))
    .map(([place]) => `the logs changed the result of ${place}`)
}
