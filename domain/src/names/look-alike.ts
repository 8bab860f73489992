import { bareName } from '@muster/contract/names'
import unhomoglyph from 'unhomoglyph'

/** Unicode's skeleton. Some letters look like a capital letter, and a capital `I` looks like an `l`. */
const skeletonOf = (text: string): string =>
  unhomoglyph(text.normalize('NFC')).toLowerCase().normalize('NFKC').replaceAll('i', 'l')

/**
 * How a name looks in small and in capital letters: some letters look alike in only one of them. Two names look alike if they
 * share a look.
 */
export function looksOf(name: string): readonly [string, string] {
  // Decomposed, because a change of case can decompose letters; in small letters first, because the capital of ß is SS.
  const capitals = bareName(name).normalize('NFD').toLowerCase().toUpperCase()
  return [skeletonOf(capitals.toLowerCase()), skeletonOf(capitals)]
}

/** The names in use. */
export interface NamesInUse {
  /** Whether this name looks like one of them. */
  includes(name: string): boolean
}

export function collectNames(names: Iterable<string>): NamesInUse {
  const looks = new Set<string>()
  for (const name of names) for (const look of looksOf(name)) looks.add(look)
  return { includes: (name) => looksOf(name).some((look) => looks.has(look)) }
}

/** The text of a refusal; the name of the field comes before it. */
export const takenProblem = 'is already taken, or looks like another name'
