import { type BuildContent, type BuildItem, readBuild as readContent } from '@muster/domain/build-codes/read-build'
import { parseItemText, type ShownItem } from './item-text.ts'

export type { Gem, GemGroup } from '@muster/domain/build-codes/read-build'

/** The content of a build in the format of the pages. Every part may be missing. */
export interface Build extends Omit<BuildContent, 'worn' | 'jewels'> {
  /** Worn items by slot, in the order of the text. */
  readonly worn: ReadonlyMap<string, ShownItem>
  /** Jewels of the passive tree by node. */
  readonly jewels: ReadonlyMap<number, ShownItem>
}

const parseItems = <Place>(items: ReadonlyMap<Place, BuildItem>): Map<Place, ShownItem> =>
  new Map([...items].map(([place, { text }]) => [place, parseItemText(text)]))

/** Reads a build's XML; null if it is not a build. */
export function readBuild(xml: string): Build | null {
  const read = readContent(xml)
  if (!read.ok) return null
  const { worn, jewels } = read.build
  return { ...read.build, worn: parseItems(worn), jewels: parseItems(jewels) }
}
