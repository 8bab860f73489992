import type { ConditionDefinition, ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { anObjective } from '@muster/domain/scoring/testing/builders'
import { uniqueName } from './item-generator.ts'
import {
  classIds,
  currencies,
  families,
  firstnames,
  heroes,
  mapNames,
  modifiers,
  surnames,
  treasures,
} from './item-vocabulary.ts'
import type { Random } from './random.ts'

const anItemObjective = (id: number, conditions: readonly ConditionDefinition[]): ObjectiveDefinition =>
  anObjective({ id, conditions })

const allBases = [...families.flatMap((family) => family.bases), ...currencies, ...mapNames.map((name) => `${name} Map`)]

function pickWords(random: Random): string {
  return random
    .pick(modifiers)
    .replaceAll(/[+#%]+/g, '')
    .trim()
    .split(' ')
    .slice(-3)
    .join(' ')
}

/** Uniques by name, bases, and lists of both. */
function byNameOrBase(random: Random): ConditionDefinition[] {
  const kind = random.below(10)
  if (kind < 5)
    return [{ field: 'NAME', operator: 'EQ', value: uniqueName(random.below(heroes.length), random.below(treasures.length)) }]
  if (kind < 8) return [{ field: 'BASE_TYPE', operator: 'EQ', value: random.pick(allBases) }]
  const names = Array.from({ length: 2 + random.below(8) }, () => random.pick(allBases))
  return [
    { field: 'BASE_TYPE', operator: 'IN', value: names.join(', ') },
    { field: 'ILVL', operator: 'GT', value: String(random.below(80)) },
  ]
}

function byClassAndMods(random: Random): ConditionDefinition[] {
  const first: ConditionDefinition = { field: 'ITEM_CLASS', operator: 'EQ', value: random.pick(classIds) }
  const mods: ConditionDefinition[] = [
    { field: 'EXPLICIT_MODS', operator: 'CONTAINS', value: pickWords(random) },
    { field: 'EXPLICIT_MODS', operator: 'CONTAINS_ALL', value: `${pickWords(random)}, ${pickWords(random)}` },
    { field: 'EXPLICIT_MODS', operator: 'CONTAINS_MATCH', value: `^\\+[5-9]\\d.* ${pickWords(random)}$` },
    { field: 'CRAFTED_MODS', operator: 'CONTAINS', value: pickWords(random) },
    { field: 'FRACTURED_MODS', operator: 'LENGTH_GT', value: '0' },
  ]
  return [first, random.pick(mods), { field: 'ILVL', operator: 'GT', value: String(40 + random.below(45)) }]
}

function byPattern(random: Random): ConditionDefinition[] {
  const patterns: ConditionDefinition[] = [
    { field: 'EXPLICIT_MODS', operator: 'CONTAINS_MATCH', value: `^\\+?(1[0-4]\\d|9\\d)%? .*${pickWords(random)}` },
    { field: 'EXPLICIT_MODS', operator: 'CONTAINS_MATCH', value: `(?i)${pickWords(random).toLowerCase()}` },
    { field: 'TYPE_LINE', operator: 'MATCHES', value: `(?i)^blight(ed|-ravaged) .*${random.pick(mapNames).toLowerCase()}` },
    {
      field: 'NAME',
      operator: 'MATCHES',
      value: `^(${random.pick(firstnames)}|${random.pick(firstnames)}) ${random.pick(surnames)}$`,
    },
    { field: 'TYPE_LINE', operator: 'MATCHES', value: `${random.pick(mapNames)}|${random.pick(treasures)}` },
    { field: 'IMPLICIT_MODS', operator: 'CONTAINS_MATCH', value: `\\d+%.*${pickWords(random)}` },
  ]
  const more: ConditionDefinition[] = [
    { field: 'RARITY', operator: 'EQ', value: 'Rare' },
    { field: 'IS_CORRUPTED', operator: 'EQ', value: 'true' },
    { field: 'MAX_LINKS', operator: 'GT', value: '4' },
    { field: 'INFLUENCES', operator: 'LENGTH_GT', value: '0' },
    { field: 'QUALITY', operator: 'GT', value: '15' },
    { field: 'EXPLICIT_MODS', operator: 'DOES_NOT_MATCH', value: '(?i)mana' },
  ]
  return [random.pick(patterns), random.pick(more)]
}

/** 70 % by name or base, 20 % by class and modifiers, 10 % by a pattern. */
export function makeObjectives(random: Random, count: number): ObjectiveDefinition[] {
  return Array.from({ length: count }, (_, at) => {
    const make = at % 10 < 7 ? byNameOrBase : at % 10 < 9 ? byClassAndMods : byPattern
    return anItemObjective(at + 2, make(random))
  })
}
