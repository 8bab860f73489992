export const rarities = ['normal', 'magic', 'rare', 'unique', 'relic'] as const
export type Rarity = (typeof rarities)[number]

export const modKinds = ['plain', 'crafted', 'fractured', 'scourge', 'crucible'] as const
export type ModKind = (typeof modKinds)[number]

export interface Mod {
  readonly kind: ModKind
  readonly text: string
}

/** An item in the form of a tooltip. */
export interface ShownItem {
  readonly rarity: Rarity
  /** The item's own name; for magic and normal items the whole line. */
  readonly name: string
  /** Empty if the name contains it. */
  readonly base: string
  readonly quality: number
  /** Figures of the item itself, in the order of the text: Armour 120. */
  readonly properties: readonly { readonly name: string; readonly value: string }[]
  /** Linked groups, letters of the colours: ["RGB", "W"]. */
  readonly sockets: readonly string[]
  /** In the second game: the content of each socket, empty for an empty one. */
  readonly runes: readonly string[]
  readonly influences: readonly string[]
  readonly implicits: readonly Mod[]
  readonly explicits: readonly Mod[]
  readonly flags: readonly string[]
}

const properties = ['Armour', 'Evasion', 'Energy Shield', 'Ward', 'Item Level', 'LevelReq', 'Radius', 'Limited to']
const influence = /^(Shaper|Elder|Crusader|Hunter|Redeemer|Warlord|Searing Exarch|Eater of Worlds) Item$/
const flag = /^(Corrupted|Mirrored|Split|Unidentified)$/
const header = /^([A-Z][A-Za-z ]*): ?(.*)$/

/** Marks before a line that name its origin; marks of variants and ranges are ignored. */
function readMod(line: string): Mod {
  const marks = [...line.matchAll(/\{([^{}]*)\}/g)].map(([, mark = '']) => mark)
  const kind = modKinds.find((each) => each !== 'plain' && marks.includes(each)) ?? 'plain'
  return { kind, text: line.replaceAll(/\{[^{}]*\}/g, '').trim() }
}

/** Whether a line belongs to the chosen variant; lines without a variant always do. */
function isOfVariant(line: string, chosen: string | undefined): boolean {
  const variants = /\{variant:([\d,]+)\}/.exec(line)?.[1]?.split(',')
  return variants === undefined || chosen === undefined || variants.includes(chosen)
}

/** Parses the lines of an item in the format of Path of Building. Missing parts stay empty; never throws. */
export function parseItemText(text: string): ShownItem {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const fields = new Map<string, string>()
  const names: string[] = []
  const influences: string[] = []
  const runes: string[] = []
  let at = 0
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, key, value = ''] = header.exec(line) ?? []
    if (key === 'Rune') runes.push(value === 'None' ? '' : value)
    else if (key !== undefined) fields.set(key, value)
    else if (influence.test(line)) influences.push(line.replace(/ Item$/, ''))
    else if (fields.size <= 1 && names.length < 2) names.push(line)
    else break
    if (key === 'Implicits') {
      at++
      break
    }
  }
  const rarity = rarities.find((each) => each === fields.get('Rarity')?.toLowerCase()) ?? 'normal'
  const [name = '', base = ''] = names
  const rest = lines.slice(at).filter((line) => isOfVariant(line, fields.get('Selected Variant')))
  const mods = rest.filter((line) => !flag.test(line)).map(readMod)
  const count = Math.max(0, Number.parseInt(fields.get('Implicits') ?? '0', 10) || 0)
  return {
    rarity,
    name,
    base,
    quality: Number.parseInt(fields.get('Quality') ?? '0', 10) || 0,
    properties: properties.flatMap((property) => {
      const value = fields.get(property)
      return value === undefined || value === '0' ? [] : [{ name: property, value }]
    }),
    sockets: (fields.get('Sockets') ?? '')
      .split(' ')
      .map((group) => group.replaceAll('-', ''))
      .filter(Boolean),
    runes,
    influences,
    implicits: mods.slice(0, count),
    explicits: mods.slice(count),
    flags: rest.filter((line) => flag.test(line)),
  }
}
