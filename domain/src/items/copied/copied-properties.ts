import type { ItemProperty } from '@muster/contract/game-api'
import { type CopiedLine, splitLabel } from './sections.ts'

/** Sentences that contain values: the name of the property in the game, and the text with the values filled in. */
const sentences: readonly { readonly name: string; readonly shown: RegExp; readonly order: readonly number[] }[] = [
  { name: 'Lasts {0} Seconds', shown: /^Lasts (\S+) Seconds$/, order: [1] },
  { name: 'Consumes {0} of {1} Charges on use', shown: /^Consumes (\S+) of (\S+) Charges on use$/, order: [1, 2] },
  { name: 'Currently has {0} Charges', shown: /^Currently has (\S+) Charges?$/, order: [1] },
  { name: 'Heist Target: {0} ({1})', shown: /^Heist Target: ([^(]+) \(([^()]+)\)$/, order: [1, 2] },
  { name: 'Heist Target: {0}', shown: /^Heist Target: (.+)$/, order: [1] },
  // The game's own order: the level is value 0.
  { name: 'Requires {1} (Level {0})', shown: /^Requires (.+) \(Level (\d+)\)$/, order: [2, 1] },
  { name: 'Stored Experience: {0}', shown: /^Stored Experience: (.+)$/, order: [1] },
  { name: 'Reward: {0}', shown: /^Reward: (.+)$/, order: [1] },
  { name: 'Requires Sacrifice: {0} {1}', shown: /^Requires Sacrifice: (.+) (x\d+)$/, order: [1, 2] },
  { name: 'Requires Sacrifice: {0}', shown: /^Requires Sacrifice: (.+)$/, order: [1] },
  { name: 'Requires {0} Socketed Fossils', shown: /^Requires (\d+) Socketed Fossils?$/, order: [1] },
  { name: 'Requires {0} Graftblood', shown: /^Requires (\d+) Graftblood$/, order: [1] },
  { name: 'Graftblood: {0}/{1}', shown: /^Graftblood: (\d+)\/(\d+)$/, order: [1, 2] },
  { name: 'Recovers {0} Life over {1} Seconds', shown: /^Recovers (\S+) Life over (\S+) Seconds$/, order: [1, 2] },
  { name: 'Recovers {0} Mana over {1} Seconds', shown: /^Recovers (\S+) Mana over (\S+) Seconds$/, order: [1, 2] },
  { name: 'Inflicts Mana Burn every {0} Seconds', shown: /^Inflicts Mana Burn every (\S+) Seconds?$/, order: [1] },
  { name: '{0} Second Cooldown when Deactivated', shown: /^(\S+) Second Cooldown when Deactivated$/, order: [1] },
]

const dropMarks = (text: string) => text.replaceAll(' (augmented)', '').replaceAll(' (unmet)', '')
const colourOf = (text: string) => (text.includes('(augmented)') ? 1 : 0)

/** Labels whose value is a list of names. */
const listed = new Set(['Minor Afflictions', 'Major Afflictions', 'Minor Boons', 'Major Boons'])

/**
 * Labels of properties, of both games; the second line of each group came with later patches. Found in the texts of Sidekick's
 * and Exiled-Exchange-2's tests (August and June 2026), in the payloads of `real-items.test.ts`, and among the fields in
 * `docs/conditions.md`.
 */
const labels: ReadonlySet<string> = new Set(
  [
    'Quality|Armour|Evasion Rating|Energy Shield|Ward|Runic Ward|Chance to Block|Block chance|Spirit|Charm Slots|Intangibility',
    'Physical Damage|Elemental Damage|Fire Damage|Cold Damage|Lightning Damage|Chaos Damage|Critical Strike Chance',
    'Critical Hit Chance|Attacks per Second|Weapon Range|Reload Time|Memory Strands|Movement Speed|Limited to|Radius|Limit',
    'Stack Size|Level|Cost|Mana Cost|Mana Reserved|Mana Multiplier|Cost & Reservation Multiplier|Cost Multiplier|Reservation',
    'Reservation Multiplier|Reservation Override|Cooldown Time|Cast Time|Attack Time|Attack Speed|Attack Damage|Use Time',
    'Effectiveness of Added Damage|Souls Per Use|Soul Gain Prevention|Support Requirements|Experience|Tier|Category',
    'Map Tier|Waystone Tier|Item Quantity|Item Rarity|Map Rarity|Monster Pack Size|Pack Size|More Maps|More Scarabs',
    'More Currency|More Divination Cards|Gold Found|Map Area|Reward|Area Level|Revives Available|Magic Monsters|Rare Monsters',
    'Waystone Drop Chance|Monster Rarity|Monster Effectiveness|Chance for dropped Maps to convert to|Number of Trials',
    'Client|Heist Target|Wings Revealed|Escape Routes Revealed|Reward Rooms Revealed|Genus|Group|Family|From|Stored Experience',
    'Corpse Level|Monster Category|Resolve|Inspiration|Aureus|Minor Afflictions|Major Afflictions|Minor Boons|Major Boons',
    'Honour|Sacred Water|Challenge|Requires Sacrifice|Duration|Charge|Empowers|Empowerment',
  ].flatMap((line) => line.split('|')),
)

const wordlike = /[A-Za-z]{2,}/

/**
 * Whether the line is a property, and not a line that starts with a kind of item: `Armour: 15% increased Elemental Ailment
 * Threshold`.
 */
function isPropertyLine({ text }: CopiedLine): boolean {
  const plain = dropMarks(text)
  if (sentences.some(({ shown }) => shown.test(plain))) return true
  const label = splitLabel(plain)
  if (label === null) return false
  const [name, value] = label
  if (name === 'Armour') return !wordlike.test(value)
  return labels.has(name) || /^Quality \([^()]*\)$/.test(name)
}

/** Whether a section contains properties: at least one of its lines has a known label. */
export const isPropertySection = (section: readonly CopiedLine[]): boolean => section.some(isPropertyLine)

/** Reads a line of the upper part of an item as a property. */
export function readPropertyLine({ text }: CopiedLine): ItemProperty {
  const plain = dropMarks(text)
  const colour = colourOf(text)
  for (const { name, shown, order } of sentences) {
    const found = shown.exec(plain)
    if (found) return { name, values: order.map((place) => [found[place] ?? '', colour]), displayMode: 3 }
  }
  const label = splitLabel(plain)
  if (label === null) return { name: plain, values: [], displayMode: 0 }
  const [name, value] = label
  const values = listed.has(name) ? value.split(/,\s*/) : value === '' ? [] : [value]
  return { name, values: values.map((part) => [part, colour]), displayMode: 0 }
}

/** The lines below a heading such as `Open Rooms:`, as the values of one property. */
export function readPropertyBlock(name: string, lines: readonly CopiedLine[], type?: number): ItemProperty {
  return { name, values: lines.map(({ text }) => [dropMarks(text), 0]), displayMode: 0, ...(type !== undefined && { type }) }
}
