import type { HeldFacts } from './counter.ts'
import type { Fact } from './ledger.ts'

// What an engine holds, as text to be stored: one line of JSON for each objective. Sources stand in it once, with the first
// fact that comes from them; many facts do.

/** Of one fact: team, number in the ledger, user, place of its source among all, number, time. */
type FactCells = [team_id: number, sequence: number, user_id: number | null, source: number, number: number, timestamp: number]
const cells = 6

interface Line {
  /** The objective. */
  readonly id: number
  readonly unusable: number | null
  /** Sources that no earlier line has named. */
  readonly sources: readonly string[]
  /** `FactCells` of one fact after the other. */
  readonly facts: readonly (number | null)[]
}

export function* writeHeld(held: Iterable<HeldFacts>): Generator<string> {
  const places = new Map<string, number>()
  for (const { objective_id, unusable, facts } of held) {
    const sources: string[] = []
    const flat: (number | null)[] = []
    for (const { team_id, sequence, user_id, source, number, timestamp } of facts) {
      let place = places.get(source)
      if (place === undefined) {
        places.set(source, (place = places.size))
        sources.push(source)
      }
      const written: FactCells = [team_id, sequence, user_id, place, number, timestamp]
      flat.push(...written)
    }
    const line: Line = { id: objective_id, unusable, sources, facts: flat }
    yield `${JSON.stringify(line)}\n`
  }
}

/** @param text as `writeHeld` gave it, whole: nobody checks it here. */
export function* readHeld(text: string): Generator<HeldFacts> {
  const known: string[] = []
  for (const json of text.split('\n')) {
    if (json === '') continue
    const line = JSON.parse(json) as Line
    known.push(...line.sources)
    const facts: Fact[] = []
    for (let at = 0; at < line.facts.length; at += cells) {
      const [team_id, sequence, user_id, place, number, timestamp] = line.facts.slice(at, at + cells) as FactCells
      const source = known[place] ?? ''
      facts.push({ kind: 'fact', sequence, objective_id: line.id, team_id, user_id, source, number, timestamp })
    }
    yield { objective_id: line.id, facts, unusable: line.unusable }
  }
}
