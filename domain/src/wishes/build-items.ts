import type { WantedItem } from '@muster/contract/wishes'
import { readItemHead } from '../build-codes/copied-text.ts'
import type { BuildContent } from '../build-codes/read-build.ts'
import { isAlternateGem, keyOfWanted, listWantedKeys, plainName } from './wanted-item.ts'

type Shown = Pick<BuildContent, 'worn' | 'jewels' | 'groups'>

const unique = 3
const otherFrame = 0

const readHeads = ({ worn, jewels }: Shown) =>
  [...worn.values(), ...jewels.values()].map(({ text }) => {
    const { is_unique, name, base_type } = readItemHead(text)
    return { is_unique, name: plainName(name), base_type }
  })

const readGems = ({ groups }: Shown) =>
  groups.flatMap(({ is_granted, gems }) => (is_granted ? [] : gems.map(({ name }) => name).filter((name) => name !== '')))

/** The wishes of a build: all its uniques and alternate gems, each once, in the order of the code. */
export function listBuildWishes(build: Shown, gems: ReadonlySet<string>): readonly WantedItem[] {
  const wishes: WantedItem[] = [
    ...readHeads(build).flatMap(({ is_unique, name }) => (is_unique && name !== '' ? [{ kind: 'unique' as const, name }] : [])),
    ...readGems(build).flatMap((name) => (isAlternateGem(name, gems) ? [{ kind: 'gem' as const, name }] : [])),
  ]
  return [...new Map(wishes.map((wish) => [keyOfWanted(wish), wish])).values()]
}

/** The keys of all wanted items that a build shows. */
export const listBuildKeys = (build: Shown): ReadonlySet<string> =>
  new Set([
    ...readHeads(build).flatMap(({ is_unique, name, base_type }) =>
      listWantedKeys({ name, base_type, type_line: base_type, frame_type: is_unique ? unique : otherFrame }),
    ),
    ...readGems(build).map((name) => keyOfWanted({ kind: 'gem', name })),
  ])
