import type { NameKind, NameSection } from '@muster/contract/item-names'

/** Kinds that events make objectives of. */
const offeredKinds = ['unique', 'card', 'gem', 'scarab', 'currency'] as const satisfies readonly NameKind[]
type OfferedKind = (typeof offeredKinds)[number]

/** Names to choose from together: uniques of one slot, cards with one first letter, gems of one colour. */
export interface NameSet {
  readonly key: string
  readonly kind: OfferedKind
  /** Slot, letter, colour, or class; may be empty. */
  readonly group: string
  readonly names: NameSection['names']
}

/** The letter of the first word that is not an article. */
const letterOf = (name: string) =>
  name
    .replace(/^(?:The|An?) /, '')
    .charAt(0)
    .toUpperCase()

/** `UtilityFlask` in words. */
const splitWords = (group: string) => group.replaceAll(/([a-z])([A-Z])/g, '$1 $2')

const groupOf = ({ kind, group }: NameSection, name: string) => (kind === 'card' ? letterOf(name) : splitWords(group))

/** The sets of a game, by kind and group, names in their order. */
export function listNameSets(sections: readonly NameSection[]): readonly NameSet[] {
  const sets = new Map<string, { kind: OfferedKind; group: string; names: NameSection['names'] }>()
  for (const section of sections) {
    const kind = offeredKinds.find((offered) => offered === section.kind)
    if (kind === undefined) continue
    for (const name of section.names) {
      const group = groupOf(section, name.name)
      const key = `${kind} ${group}`
      const set = sets.get(key) ?? { kind, group, names: [] }
      sets.set(key, set)
      set.names.push(name)
    }
  }
  const rank = ({ kind }: Pick<NameSet, 'kind'>) => offeredKinds.indexOf(kind)
  return [...sets]
    .map(([key, set]) => ({ key, ...set, names: set.names.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }))
    .toSorted((a, b) => rank(a) - rank(b) || (a.group < b.group ? -1 : 1))
}
