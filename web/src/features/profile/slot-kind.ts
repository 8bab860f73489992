import type { ItemKind } from '../../ui/marks/item-icon.tsx'

const kinds: readonly (readonly [RegExp, ItemKind])[] = [
  [/Abyssal|Jewel|Socket|Charm/, 'jewel'],
  [/^Weapon 2/, 'shield'],
  [/^Weapon/, 'mace'],
  [/^Helmet/, 'helmet'],
  [/^Body/, 'body'],
  [/^Gloves/, 'gloves'],
  [/^Boots/, 'boots'],
  [/^Belt/, 'belt'],
  [/^Amulet/, 'amulet'],
  [/^Ring/, 'ring'],
  [/^Flask/, 'flask'],
]

/** The kind of item in a slot of the program, by the slot's name; an unknown slot gets the mark of a jewel. */
export const findKindOfSlot = (slot: string): ItemKind => kinds.find(([pattern]) => pattern.test(slot))?.[1] ?? 'jewel'
