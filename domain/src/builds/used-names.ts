import { readBuild } from '../build-codes/read-build.ts'

/** The uniques and gems of a build by name, each once, in alphabetical order. */
export interface UsedNames {
  readonly uniques: readonly string[]
  readonly gems: readonly string[]
}

/** The words of Path of Building for uniques, and for uniques with a foil. */
const uniqueRarity = /^Rarity: (?:UNIQUE|RELIC)$/i

/** Upper bounds for builds of unknown origin: a character has some 20 worn items and jewels in 60 places, and some 40 gems. */
const maxNames = 120
const longestName = 80

/** The line after the rarity is the name; an unidentified item has only the line of its base. */
function readUniqueName(text: string): string | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const at = lines.findIndex((line) => uniqueRarity.test(line))
  return at < 0 || lines[at + 2] === undefined ? null : (lines[at + 1] ?? null)
}

const listNames = (names: readonly (string | null)[]): string[] =>
  [...new Set(names.filter((name) => name !== null))]
    .filter((name) => name !== '' && name.length <= longestName)
    .sort((a, b) => (a < b ? -1 : 1))
    .slice(0, maxNames)

/**
 * The names of the uniques that a build wears or has in its tree, and of the gems in its sockets. Skills that items grant are not
 * gems. Empty for a text that is not a build.
 */
export function listUsedNames(xml: string): UsedNames {
  const read = readBuild(xml)
  if (!read.ok) return { uniques: [], gems: [] }
  const { worn, jewels, groups } = read.build
  return {
    uniques: listNames([...worn.values(), ...jewels.values()].map(({ text }) => readUniqueName(text))),
    gems: listNames(groups.filter((group) => !group.is_granted).flatMap((group) => group.gems.map(({ name }) => name))),
  }
}
