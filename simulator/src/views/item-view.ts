/** An item in the game's format. Only this module knows both wire versions. */
import { withoutEnd } from '@muster/contract/without-end'
import type { Mod, PlacedItem, WorldItem } from '../items/item.ts'
import { frames } from '../items/item.ts'
import { hashText } from '../prng.ts'

export const wireVersions = ['3.28', '3.29'] as const
export type WireVersion = (typeof wireVersions)[number]

export interface ItemViewOptions {
  wire_version: WireVersion
  /** Base address of pictures, without a trailing slash. */
  image_base: string
}

/** Rarity is sent only for equipment and maps; a foil is a unique with another frame. */
const rarities: Partial<Record<WorldItem['frame'], string>> = {
  Normal: 'Normal',
  Magic: 'Magic',
  Rare: 'Rare',
  Unique: 'Unique',
  SupporterFoil: 'Unique',
}

/** Icon paths without the host; limited by the number of pictures in the catalogue. */
const iconPaths = new Map<string, string>()

const renderIcon = ({ art, w, h }: WorldItem): string => {
  const known = iconPaths.get(art)
  if (known !== undefined) return known
  const payload = withoutEnd(btoa(JSON.stringify([25, 14, { f: `2DItems/${art}`, w, h, scale: 1 }])), '=')
  const key = art.slice(art.lastIndexOf('/') + 1)
  const path = `/gen/image/${payload}/${hashText(art, 77).toString(16).padStart(10, '0')}/${key}.png`
  iconPaths.set(art, path)
  return path
}

/**
 * Since 3.29 a mod is an object. For a mod without flags the servers omit the member, or send an empty list for an empty
 * dictionary. Both forms occur in one answer; the mod's text decides, so that a page is the same at every read.
 */
const renderMod = (mod: Mod): unknown => {
  if (mod.flag) return { description: mod.text, flags: { [mod.flag]: true } }
  const habit = hashText(mod.text, 3) % 3
  if (habit === 0) return { description: mod.text }
  return { description: mod.text, flags: habit === 1 ? [] : {} }
}

const renderMods = (item: WorldItem, version: WireVersion): Record<string, unknown> => {
  if (version === '3.29')
    return { implicitMods: item.implicit_mods?.map(renderMod), explicitMods: item.explicit_mods?.map(renderMod) }
  const textsWith = (flag: Mod['flag']) => {
    const texts = item.explicit_mods?.filter((mod) => mod.flag === flag).map((mod) => mod.text)
    return texts?.length ? texts : undefined
  }
  return {
    implicitMods: item.implicit_mods?.map((mod) => mod.text),
    explicitMods: textsWith(undefined),
    craftedMods: textsWith('crafted'),
    fracturedMods: textsWith('fractured'),
    mutatedMods: textsWith('mutated'),
    desecratedMods: textsWith('desecrated'),
  }
}

/** A single item; members that do not apply are undefined and omitted from the JSON. */
export const renderItem = (
  item: WorldItem,
  options: ItemViewOptions,
  place: Partial<PlacedItem> = {},
): Record<string, unknown> => {
  const { wire_version, image_base } = options
  const isFoulborn = item.flags?.includes('mutated') ?? false
  const flags = Object.fromEntries((item.flags ?? []).map((flag) => [flag, true]))
  return {
    verified: false,
    w: item.w,
    h: item.h,
    icon: image_base + renderIcon(item),
    league: place.league,
    id: item.id || undefined,
    stackSize: item.stack,
    maxStackSize: item.max_stack,
    sockets: item.sockets,
    socketedItems: item.sockets && (item.socketed ?? []).map((inner, at) => renderInside(inner, at, options)),
    influences: item.influences && Object.fromEntries(item.influences.map((key) => [key, true])),
    shaper: item.influences?.includes('shaper') || undefined,
    elder: item.influences?.includes('elder') || undefined,
    name: isFoulborn && item.name !== '' ? `Foulborn ${item.name}` : item.name,
    typeLine: item.type_line,
    baseType: item.base_type,
    rarity: rarities[item.frame],
    identified: item.identified,
    ilvl: item.ilvl,
    note: item.note,
    ...flags,
    properties: item.properties,
    additionalProperties: item.additional_properties,
    requirements: item.requirements,
    utilityMods: item.utility_mods,
    enchantMods: item.enchant_mods,
    ...renderMods(item, wire_version),
    veiledMods: item.veiled_mods,
    descrText: item.description,
    ...item.extra,
    frameType: frames[item.frame],
    frameTypeId: wire_version === '3.29' ? item.frame : undefined,
    x: place.x,
    y: place.y,
    inventoryId: place.inventory_id,
  }
}

/** The skill of a graft is in no socket. */
const renderInside = (item: WorldItem, at: number, options: ItemViewOptions): Record<string, unknown> => ({
  ...renderItem(item, options),
  socket: item.frame === 'BreachSkill' ? undefined : at,
})

/** JSON of an item in a public tab. */
export const renderPublicItem = (placed: PlacedItem, options: ItemViewOptions): string =>
  JSON.stringify(Object.assign(renderItem(placed.item, options, placed), { extended: countAffixes(placed.item) }))

/** The public stash also has the number of prefixes and suffixes of a rare or magic item. */
const countAffixes = (item: WorldItem): { prefixes: number; suffixes: number } | undefined => {
  if ((item.frame !== 'Rare' && item.frame !== 'Magic') || !item.explicit_mods) return undefined
  const prefixes = Math.ceil(item.explicit_mods.length / 2)
  return { prefixes, suffixes: item.explicit_mods.length - prefixes }
}
