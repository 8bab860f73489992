import { ItemIcon, type ItemKind } from '../../ui/marks/item-icon.tsx'

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

/** What is worn in a slot of the program, by its name; an unknown one gets the mark of a jewel. */
export const SlotIcon = ({ slot }: { slot: string }) => (
  <ItemIcon kind={kinds.find(([pattern]) => pattern.test(slot))?.[1] ?? 'jewel'} className="slot-icon" />
)
