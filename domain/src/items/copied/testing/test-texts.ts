/**
 * Copied texts made of known sections, with the expected fields. Independent of the reader. Modifiers, flavour texts and hints
 * are from the games.
 */
import fc from 'fast-check'
import type { FieldsOfItem } from './read-fields.ts'

interface Part {
  readonly lines: readonly string[]
  readonly fields: Partial<FieldsOfItem>
}

export interface MadeText {
  readonly heading: readonly string[]
  readonly parts: readonly Part[]
  /** Whether one of the parts is the item's flavour text. */
  readonly hasStory: boolean
}

const part = (lines: readonly string[], fields: Part['fields'] = {}): Part => ({ lines, fields })
const optional = (arbitrary: fc.Arbitrary<Part>) => fc.option(arbitrary, { nil: null })

/** The text of a modifier, and its advanced form. */
const mods = [
  ['+42 to maximum Life', '+42(40-45) to maximum Life'],
  ['Adds 13 to 24 Physical Damage', 'Adds 13(11-14) to 24(20-25) Physical Damage'],
  ['12% increased Attack Speed', '12(10-13)% increased Attack Speed'],
  ['-7% to all Elemental Resistances', '-7(-10--5)% to all Elemental Resistances'],
  ['Curse Enemies with Despair on Hit', 'Curse Enemies with Despair on Hit — Unscalable Value'],
  ['Left ring slot: 40% increased Mana Regeneration Rate', 'Left ring slot: 40(35-45)% increased Mana Regeneration Rate'],
  ['+3 to Level of all Fireball Gems', '+3 to Level of all Fireball(Fireball-Arc) Gems'],
  ['Regenerate 1.9 Life per second', 'Regenerate 1.9(1-2) Life per second'],
] as const
const someMods = fc.uniqueArray(fc.constantFrom(...mods), { minLength: 1, maxLength: 4, selector: ([text]) => text })
const texts = (chosen: readonly (readonly [string, string])[]) => chosen.map(([text]) => text)

const marked = (mark: string, field?: 'ENCHANT_MODS' | 'IMPLICIT_MODS') =>
  someMods.map((chosen) =>
    part(
      texts(chosen).map((text) => `${text} (${mark})`),
      field === undefined ? {} : { [field]: texts(chosen) },
    ),
  )

const plainExplicit = fc
  .record({
    first: fc.constantFrom(...mods.slice(0, 4)),
    others: fc.array(
      fc.record({ mod: fc.constantFrom(...mods), mark: fc.constantFrom('', 'crafted', 'fractured', 'desecrated') }),
      {
        maxLength: 3,
      },
    ),
    reminder: fc.constantFrom([], ['(Attributes are Strength,', 'Dexterity, and Intelligence)']),
  })
  .map(({ first, others, reminder }) => {
    const ofMark = (wanted: string) => others.filter(({ mark }) => mark === wanted).map(({ mod }) => mod[0])
    return part([first[0], ...reminder, ...others.map(({ mod, mark }) => (mark === '' ? mod[0] : `${mod[0]} (${mark})`))], {
      EXPLICIT_MODS: [first[0], ...others.map(({ mod }) => mod[0])],
      CRAFTED_MODS: ofMark('crafted'),
      FRACTURED_MODS: ofMark('fractured'),
    })
  })

const headings = [
  '{ Prefix Modifier "Hale" (Tier: 8) — Life }',
  '{ Unique Modifier }',
  '{ Desecrated Suffix Modifier "of Night" }',
]
const advancedExplicit = someMods.map((chosen) =>
  part(
    chosen.flatMap(([, shown], at) => [headings[at % headings.length] ?? '', shown, '(Life is what is lost to Damage)']),
    { EXPLICIT_MODS: texts(chosen) },
  ),
)

const number = fc.integer({ min: 1, max: 100 })
const properties = number.map((quality) =>
  part([`Quality: +${quality}% (augmented)`, 'Armour: 1,204 (augmented)', 'Runic Ward: 30'], { QUALITY: quality }),
)
const itemLevel = number.map((ilvl) => part([`Item Level: ${ilvl}`], { ILVL: ilvl }))
const requirements = fc.constantFrom(
  part(['Requirements:', 'Level: 57', 'Dex: 76 (unmet)'], { LEVEL: 0 }),
  part(['Requires: Level 59, 44 Str, 44 (augmented) Dex'], { LEVEL: 0 }),
)
const sockets = fc.constantFrom(
  part(['Sockets: B-B-W R '], { SOCKETS: 'BBWR', MAX_LINKS: 3 }),
  part(['Sockets: S S'], { SOCKETS: 'SS', MAX_LINKS: 1 }),
)
const others = fc.constantFrom(
  part(['Monster Level: 83']),
  part(['Abyss']),
  part(['Grants Skill: Level 18 Cackling Companions']),
  part(['This item can be equipped by:', 'Niles, the Interrogator']),
  part(['Note: ~price 5 divine']),
  part(['Right click this item then left click another.', 'Shift click to unstack.']),
)
const states = fc.constantFrom(
  part(['Corrupted'], { IS_CORRUPTED: true }),
  part(['Split', 'Corrupted'], { IS_SPLIT: true, IS_CORRUPTED: true }),
  part(['Shaper Item', 'Elder Item'], { INFLUENCES: ['elder', 'shaper'] }),
  part(['Searing Exarch Item'], { INFLUENCES: ['searing'] }),
)
const story = fc.constantFrom(
  part(['"Toasted or frozen', 'Or twitching in the light"']),
  part(['Fire and Anarchy are the most reliable agents of change.']),
  part(['On one hand, you have a choice.', 'On the other, you have its twin.']),
)

const upper = [properties, itemLevel, requirements, sockets, others, states].map(optional)
const own = [marked('enchant', 'ENCHANT_MODS'), marked('implicit', 'IMPLICIT_MODS'), marked('rune'), marked('scourge')].map(
  optional,
)

const unidentified = fc.constantFrom(
  part(['Unidentified'], { IS_IDENTIFIED: false, EXPLICIT_MODS: [] }),
  part(['Unidentified (Tier 4)'], { IS_IDENTIFIED: false, EXPLICIT_MODS: [] }),
)

function makeKind(
  heading: readonly string[],
  required: readonly fc.Arbitrary<Part>[],
  hasStory: boolean,
): fc.Arbitrary<MadeText> {
  return fc
    .tuple(fc.tuple(...required), fc.tuple(...upper), fc.tuple(...own))
    .chain((all) => {
      const parts = all.flat().filter((one) => one !== null)
      return fc.shuffledSubarray(parts, { minLength: parts.length })
    })
    .map((parts) => ({ heading, parts, hasStory }))
}

const explicit = fc.oneof(plainExplicit, advancedExplicit)

const effect = fc.constantFrom(
  part(['Reforges a rare item with new random modifiers'], { EXPLICIT_MODS: ['Reforges a rare item with new random modifiers'] }),
  part(['Gloves: (9-12)% increased Cast Speed'], { EXPLICIT_MODS: ['Gloves: (9-12)% increased Cast Speed'] }),
)

/** Equipment, maps, jewels and currency of every rarity with their sections in any order. */
export const madeTexts: fc.Arbitrary<MadeText> = fc.oneof(
  makeKind(['Item Class: Helmets', 'Rarity: Rare', 'Quiet Crown', 'Hunter Hood'], [explicit], false),
  makeKind(['Item Class: Jewels', 'Rarity: Magic', 'Quiet Cobalt Jewel'], [explicit], false),
  makeKind(['Item Class: Waystones', 'Rarity: Rare', 'Quiet Route', 'Waystone (Tier 14)'], [explicit], false),
  makeKind(['Item Class: Rings', 'Rarity: Unique', 'Quiet Touch', 'Ruby Ring'], [explicit, story], true),
  makeKind(['Rarity: Unique', 'Quiet Edge', 'Royal Bow'], [explicit, story], true),
  makeKind(['Item Class: Rings', 'Rarity: Rare', 'Ruby Ring'], [unidentified], false),
  makeKind(['Item Class: Boots', 'Rarity: Normal', 'Wool Shoes'], [], false),
  makeKind(['Item Class: Stackable Currency', 'Rarity: Currency', 'Quiet Orb'], [effect], false),
)

const word = fc.constantFrom('Tidal', 'Sunken', 'Choir', 'Gloam', 'Lantern', 'Brine', 'Keepers', 'Ashfall', 'Hollow')
const name = fc.tuple(word, word).map((words) => words.join(' '))

/** Sections that a later patch might add: values, names, lists, hints, and modifiers of a new kind. */
export const unknownSections: fc.Arbitrary<readonly string[]> = fc.oneof(
  fc.array(
    fc
      .tuple(name, number, fc.constantFrom('', '%', ' Mana', ' to 90 Life'))
      .map(([label, value, unit]) => `${label}: ${value}${unit}`),
    { minLength: 1, maxLength: 3 },
  ),
  fc.array(name, { minLength: 1, maxLength: 3 }),
  fc.tuple(name, fc.array(name, { minLength: 1, maxLength: 3 })).map(([label, names]) => [`${label}:`, ...names]),
  name.map((place) => [`Sing this at the ${place} to wake it. Songs are heard once.`]),
  someMods.map((chosen) => texts(chosen).map((text) => `${text} (drowned)`)),
  someMods.map((chosen) => ['{ Drowned Rite — Tides }', ...chosen.map(([, shown]) => shown)]),
)

const rule = '--------'
/** The text, and the number of the first line of each section below the heading. */
export function writeText({ heading }: MadeText, sections: readonly (readonly string[])[]): string {
  return [heading, ...sections].map((lines) => lines.join('\n')).join(`\n${rule}\n`)
}
