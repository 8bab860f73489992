/**
 * What a line of a copied item is by its shape, where nothing names it.
 *
 * Measured on 26 November 2026 with the public lists of both games' modifiers (17,549 lines, Sidekick's trade-stats.json) and
 * with 2,327 stories of items (RePoE's flavour.json): no modifier ends like a sentence; 98 % of the stories do, or hold a
 * quotation. 12,379 modifiers have a number; of the others 97 % of those that are no bare name of a passive or a skill
 * have one of the words below.
 */
import { type CopiedLine, splitLabel } from './sections.ts'

const sentenceEnd = /[.!?;…"”]$/
const quotation = /^["“]/
const verseEnd = /,$/
const verseStart = /^[a-z—–-]/
/** "+2 to maximum number of Skeletons", "23% of Recovery applied Instantly". */
const roll = /^(?:[+-]\d|\d[\d.]*%)/

const words = [
  'increased reduced more less faster chance damage life mana armour evasion energy ward resistances? levels? accuracy knockback',
  'skills? gems? sockets? socketed abyssal monsters? players? areas? maps? enemy enemies minions? totems? allies hits? attacks?',
  'spells? strikes? projectiles? arrows? passives? modifiers? items? charges? flasks? curses? cursed auras? buffs? hexes marks?',
  'brands? traps? mines? warcry warcries stun stunned block blocked ailments? bleeding poison poisoned ignite[ds]? shock shocked',
  'freeze frozen chill chilled you your cannot can has have is are gains? grants? deals? inflicts? immune unaffected allocates',
  'triggers? triggered summons? summoned creates? created adds? added additional contains? counts? recover leech leeched regenerate',
  'lose used using reflects? drops? rolls? rarity quantity quality experience speed cooldown duration radius effect strength',
  'dexterity intelligence attributes? stacks? always instead removes? penetrates? penetration does',
].flatMap((line) => line.split(' '))
const word = new RegExp(`(?<![a-z'])(?:${words.join('|')})(?![a-z])`, 'i')
const digit = /\d/

/** Labels that stand before a modifier; anything else before a colon names a value. */
const modLabels = /^(?:Added Small Passive Skills (?:also )?grant|(?:Left|Right) ring slot|Bonded)$/i

const shortValue = 3

/** The part of a line that can be a modifier; null where the line is a label with its value. */
function findModText(text: string): string | null {
  const label = splitLabel(text)
  if (label === null || label[1] === '') return text
  if (modLabels.test(label[0])) return label[1]
  // "Monster Level: 83" is a value, "Gloves: (9-12)% increased Cast Speed" says what it does to gloves.
  return label[1].split(' ').length >= shortValue && word.test(label[1]) ? label[1] : null
}

/** A sentence or a quotation; a modifier is neither. */
export const isSentence = ({ text }: CopiedLine): boolean => sentenceEnd.test(text) || quotation.test(text)

/** A modifier with a number, a modifier of words only, or neither. */
export type Shape = 'rolled' | 'worded' | 'bare'

function shapeOfLine({ text }: CopiedLine): Shape {
  const part = findModText(text)
  if (part === null) return 'bare'
  if (roll.test(part)) return 'rolled'
  if (!word.test(part)) return 'bare'
  return digit.test(part) ? 'rolled' : 'worded'
}

/** The best shape among the lines; sentences anywhere make them no modifiers. */
export function shapeOf(lines: readonly CopiedLine[]): Shape {
  if (lines.some(isSentence)) return 'bare'
  const shapes = lines.map(shapeOfLine)
  return shapes.includes('rolled') ? 'rolled' : shapes.includes('worded') ? 'worded' : 'bare'
}

/** Sentences, quotations and verses: a story, a description or a hint for use. */
export const isProse = (lines: readonly CopiedLine[]): boolean =>
  lines.some(isSentence) || lines.some(({ text }, at) => verseEnd.test(text) || (at > 0 && verseStart.test(text)))

/** Every line is a label with its value. */
export const isLabelled = (lines: readonly CopiedLine[]): boolean => lines.every(({ text }) => findModText(text) === null)
