import type { Objective } from '@muster/contract/objectives'
import { readArtPath } from '@muster/domain/items/icon-path'
import { countsItems } from '@muster/domain/objectives/kinds'
import type { ItemKind } from '../../ui/marks/item-icon.tsx'

/**
 * Patterns of item kinds in the game's class ids, picture paths and base names; the first match decides. Words for materials come
 * late, because many kinds contain them.
 */
const kinds: readonly (readonly [RegExp, ItemKind])[] = [
  [/DivinationCard|Divination\//, 'card'],
  [/Scarab/, 'scarab'],
  [/MapFragment|Splinter|Breachstone|Invitation|\bFragment|Sacrifice at|\bCrest\b|Emblem|Simulacrum/, 'fragment'],
  [/\bMaps?\b|MapKey|Waystone/, 'map'],
  [/SkillGem|Skill Gem|TransfiguredGem|\bGems\b|Support$/, 'gem'],
  [/Essence|Remnant of Corruption/, 'essence'],
  [/Fossil|Resonator/, 'fossil'],
  [/Flask|Tincture/, 'flask'],
  [/Jewel|Charm/, 'jewel'],
  [/\bRings?\b/, 'ring'],
  [/\bAmulets?\b|Talisman|Locket/, 'amulet'],
  [/\bBelts?\b|\bSash\b|Stygian Vise/, 'belt'],
  [/Quiver/, 'quiver'],
  [/Helm|\bMask\b|\bHood\b|\bCrown\b|Circlet|\bCap\b|Burgonet|Bascinet|Sallet|\bPelt\b|Tricorne|\bCage\b/, 'helmet'],
  [/Gloves|Gauntlets|Mitts/, 'gloves'],
  [/Boots|Greaves|Slippers|Shoes/, 'boots'],
  [/Shield|Buckler|\bFoci\b|Focii|\bFocus\b/, 'shield'],
  [
    /Body ?Armour|\bPlate\b|\bVest|Robe|Jacket|\bGarb\b|Regalia|Raiment|\bCoat\b|Brigandine|Hauberk|Tunic|Doublet|Lamellar|\bLeather$/,
    'body',
  ],
  [/Claws?\b|\bFist\b|\bPaw\b|Gouger/, 'claw'],
  [/Dagger|\bKnife\b|\bKris\b|Skean|Stiletto/, 'dagger'],
  [/Wands?\b/, 'wand'],
  [/Sceptre|Scepter|Mace|\bClub\b|\bMaul\b|Hammer|Flail/, 'mace'],
  [/Axe|Hatchet|Chopper|Labrys|Cleaver/, 'axe'],
  [/Sword|Rapier|\bFoil\b|\bBlade\b|Sabre|Spear/, 'sword'],
  [/Bows?\b/, 'bow'],
  [/Staff|Staves|FishingRod|Fishing Rod/, 'staff'],
  [/Contract|Blueprint|Logbook|Heist|Itemised|\bTome\b|Memory|Chronicle|Ultimatum/, 'paper'],
  [/Currency|\bOrb\b|Shard|\bOil\b|Catalyst|Scroll|Incubator/, 'orb'],
]

/** The kind of item by a class, a path or a name; undefined if unclear. */
export const findKind = (text: string): ItemKind | undefined => kinds.find(([pattern]) => pattern.test(text))?.[1]

const frameOfGems = 4
const frameOfCards = 6

/** The kind of a game item, for its drawing. */
export function findKindOfItem(item: { icon?: unknown; base_type: string; frame_type: number }): ItemKind {
  if (item.frame_type === frameOfGems) return 'gem'
  if (item.frame_type === frameOfCards) return 'card'
  const path = typeof item.icon === 'string' ? readArtPath(item.icon) : ''
  return findKind(item.base_type) ?? findKind(path) ?? 'other'
}

/**
 * The kind of item that an objective asks for, by the class, the base or the type in its conditions; undefined if it is not an
 * item.
 */
export function findKindOfObjective(objective: Pick<Objective, 'objective_type' | 'conditions'>): ItemKind | undefined {
  if (!countsItems(objective)) return undefined
  for (const field of ['ITEM_CLASS', 'BASE_TYPE', 'TYPE_LINE', 'NAME'] as const) {
    const named = objective.conditions.find((condition) => condition.field === field && !/NOT|NEQ/.test(condition.operator))
    const kind = named && findKind(named.value.split(',')[0] ?? '')
    if (kind) return kind
  }
  return 'other'
}
