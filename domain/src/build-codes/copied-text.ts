/**
 * Writes an item of a build in the form in which the game copies it, so that all code for pasted items reads it, too. Path of
 * Building writes items without rules between sections, with marks before modifiers (`{crafted}`) instead of brackets after them,
 * and with lines of its own. Its `BuildRaw` and `ParseRaw` (Item.lua, both games) were read in November 2026.
 */

/** An item in the copied form, with the lines that the code does not show as the game does. */
export interface BuildItemText {
  readonly text: string
  /** Modifiers with a range instead of a value, or typed into the program: they do not show an item. */
  readonly left_out: readonly string[]
}

const rarities: Readonly<Record<string, string>> = {
  NORMAL: 'Normal',
  MAGIC: 'Magic',
  RARE: 'Rare',
  UNIQUE: 'Unique',
  RELIC: 'Unique',
}

/**
 * Classes as the game displays them, by slot and by the line with the base. Only slots and names with one class in both games; for
 * any other item the imported table of classes decides.
 */
const classes: readonly { readonly slot: RegExp; readonly base?: RegExp; readonly label: string }[] = [
  { slot: /^Helmet$/, label: 'Helmets' },
  { slot: /^Body Armour$/, label: 'Body Armours' },
  { slot: /^Gloves$/, label: 'Gloves' },
  { slot: /^Boots$/, label: 'Boots' },
  { slot: /^Amulet$/, label: 'Amulets' },
  { slot: /^Belt$/, label: 'Belts' },
  { slot: /^Ring \d$/, label: 'Rings' },
  { slot: /^Flask \d$/, base: /\bLife Flask\b/, label: 'Life Flasks' },
  { slot: /^Flask \d$/, base: /\bMana Flask\b/, label: 'Mana Flasks' },
  { slot: /^Flask \d$/, base: /\bHybrid Flask\b/, label: 'Hybrid Flasks' },
  { slot: /^Flask \d$/, base: /\bFlask\b/, label: 'Utility Flasks' },
  { slot: /^Weapon [12]/, base: /\bShield\b/, label: 'Shields' },
  { slot: /^Weapon [12]/, base: /\bQuiver\b/, label: 'Quivers' },
  { slot: /^Weapon [12]/, base: /\bWand\b/, label: 'Wands' },
  { slot: /^Weapon [12]/, base: /\bBow\b/, label: 'Bows' },
]
const labelOf = (slot: string, base: string) =>
  classes.find((row) => row.slot.test(slot) && (row.base?.test(base) ?? true))?.label

const header = /^([A-Z][A-Za-z ]*): ?(.*)$/
const influence = /^(?:Shaper|Elder|Crusader|Hunter|Redeemer|Warlord|Searing Exarch|Eater of Worlds) Item$/
const state =
  /^(?:Corrupted|Twice Corrupted|Mirrored|Split|Unidentified|Sanctified|Unmodifiable|(?:Synthesised|Fractured|Foulborn) Item)$/
const mark = /^\{([A-Za-z]+)(?::([^{}]*))?\}/
/** A value that the program chooses: "+(40-60) to maximum Life". */
const range = /\(-?\d[\d.]*-+\d[\d.]*\)/

interface Line {
  readonly text: string
  readonly marks: ReadonlyMap<string, string>
}

function readLine(line: string): Line {
  const marks = new Map<string, string>()
  let text = line
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    marks.set(found[1] ?? '', found[2] ?? '')
    text = text.slice(found[0].length)
  }
  return { text: text.trim(), marks }
}

interface Parts {
  readonly fields: ReadonlyMap<string, string>
  readonly names: readonly string[]
  readonly states: readonly string[]
  /** The variants that the build shows; lines of others do not belong to the item. */
  readonly variants: ReadonlySet<string>
  readonly implicits: readonly Line[]
  readonly explicits: readonly Line[]
}

function split(text: string): Parts {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const fields = new Map<string, string>()
  const names: string[] = []
  const variants = new Set<string>()
  let at = 0
  let nameCount = 1
  const states: string[] = []
  for (; at < lines.length && !fields.has('Implicits'); at++) {
    const line = lines[at] ?? ''
    const [, key, value = ''] = header.exec(line) ?? []
    const isName = fields.has('Rarity') && names.length < nameCount && (key === undefined || names.length === 0)
    if (influence.test(line) || state.test(line)) states.push(line)
    else if (isName) names.push(line)
    else if (key !== undefined) {
      fields.set(key, value)
      if (key === 'Rarity') nameCount = /^(?:RARE|UNIQUE|RELIC)$/i.test(value) ? 2 : 1
      if (/^Selected (?:Alt )?Variant/.test(key)) variants.add(value)
    } else if (!line.startsWith('{') && !line.startsWith('Requires Class ')) break
  }
  const rest = lines.slice(at).filter((line) => !state.test(line) && !line.startsWith('Requires Class '))
  states.push(...lines.slice(at).filter((line) => state.test(line)))
  const mods = rest.map(readLine)
  const count = Math.max(0, Number.parseInt(fields.get('Implicits') ?? '0', 10) || 0)
  return { fields, names, states, variants, implicits: mods.slice(0, count), explicits: mods.slice(count) }
}

const implicitMarks = ['scourge', 'rune'] as const
const explicitMarks = ['fractured', 'crafted', 'desecrated', 'mutated', 'crucible'] as const

function bracketImplicit({ text, marks }: Line): string {
  if (text.startsWith('Grants Skill: ')) return text
  const kind = implicitMarks.find((each) => marks.has(each))
  return `${text} (${kind ?? (marks.has('crafted') || marks.has('enchant') ? 'enchant' : 'implicit')})`
}

const bracketExplicit = ({ text, marks }: Line): string =>
  [text, ...explicitMarks.filter((each) => marks.has(each)).map((each) => `(${each})`)].join(' ')

const isOfVariant = (chosen: ReadonlySet<string>, { marks }: Line) =>
  chosen.size === 0 ||
  (marks
    .get('variant')
    ?.split(',')
    .some((variant) => chosen.has(variant)) ??
    true)

const isSeen = ({ text, marks }: Line) => !marks.has('custom') && !(marks.has('range') && range.test(text))

function writeQuality(fields: Parts['fields']): string[] {
  const written = (label: string, value = '') =>
    Number.parseInt(value, 10) > 0 ? [`${label}: +${Number.parseInt(value, 10)}%`] : []
  const catalyst = fields.get('Catalyst')
  return [
    ...written('Quality', fields.get('Quality')),
    ...(catalyst === undefined ? [] : written(`Quality (${catalyst} Catalyst)`, fields.get('CatalystQuality'))),
  ]
}

/** Fields of the program with their names in the game. */
const properties: readonly (readonly [string, string])[] = [
  ['Armour', 'Armour'],
  ['Evasion', 'Evasion Rating'],
  ['Energy Shield', 'Energy Shield'],
  ['Ward', 'Ward'],
  ['Limited to', 'Limited to'],
  ['Radius', 'Radius'],
]

/** @param slot in the build, such as `Ring 1`; it determines the class of the item if it accepts only one class */
export function writeCopiedText(text: string, slot: string): BuildItemText {
  const { fields, names, states, variants, implicits, explicits } = split(text)
  const rarity = fields.get('Rarity')?.toUpperCase() ?? ''
  const label = labelOf(slot, names.at(-1) ?? '')
  const own = (lines: readonly Line[]) => lines.filter((line) => line.text !== '' && isOfVariant(variants, line))
  const [upper, lower] = [own(implicits), own(explicits)]
  const written = (name: string, value = fields.get(name)) => (value === undefined || value === '' ? [] : [`${name}: ${value}`])
  const brackets = upper.filter(isSeen).map(bracketImplicit)
  const isGrant = (line: string) => line.startsWith('Grants Skill: ')
  const isEnchant = (line: string) => line.endsWith(' (enchant)') || line.endsWith(' (rune)')
  const sections = [
    [
      ...(label === undefined ? [] : [`Item Class: ${label}`]),
      `Rarity: ${rarities[rarity] ?? fields.get('Rarity') ?? ''}`,
      ...names,
    ],
    [...writeQuality(fields), ...properties.flatMap(([field, name]) => written(name, fields.get(field)))],
    written('Sockets'),
    [...written('Talisman Tier'), ...written('Item Level')],
    brackets.filter((line) => !isGrant(line) && isEnchant(line)),
    brackets.filter((line) => !isGrant(line) && !isEnchant(line)),
    brackets.filter(isGrant),
    lower.filter(isSeen).map(bracketExplicit),
    ...states.map((line) => [line]),
    rarity === 'RELIC' ? ['Foil Unique'] : [],
  ]
  return {
    text: sections
      .filter((section) => section.length > 0)
      .map((section) => section.join('\n'))
      .join('\n--------\n'),
    left_out: [...upper, ...lower].filter((line) => !isSeen(line)).map((line) => line.text),
  }
}

/** Rarity and names of an item of a build. The base type of a magic item is inside its name and is not read. */
export function readItemHead(text: string): { readonly is_unique: boolean; readonly name: string; readonly base_type: string } {
  const { fields, names } = split(text)
  const rarity = fields.get('Rarity')?.toUpperCase() ?? ''
  const is_unique = rarity === 'UNIQUE' || rarity === 'RELIC'
  const [name = '', base = ''] = names
  if (is_unique || rarity === 'RARE') return { is_unique, name, base_type: base }
  return { is_unique, name: '', base_type: rarity === 'MAGIC' ? '' : name }
}
