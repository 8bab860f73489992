import type { ItemField } from '@muster/contract/conditions'
import { listGameClasses } from '../../builds/game-classes.ts'
import { games } from '../../events/games.ts'
import { isMet } from '../../conditions/alternatives.ts'
import { type Clause, demandsTooMany, listChoices, readClauses } from '../../conditions/clauses.ts'
import { type CompiledCondition, compileCondition } from '../../conditions/compile.ts'
import { isLogField } from '../../game-log/log-fields.ts'
import { createItemLibrary, sayWarning, warnOfName } from '../../items/item-names.ts'
import { groupByField, holdWhenEmpty, judgeField, listNamed } from '../../conditions/possible.ts'
import type { ObjectiveDefinition } from '../definition.ts'
import { type Finding, say, shorten } from './finding.ts'
import type { KnownNames } from './known-names.ts'

type Report = Pick<Finding, 'code' | 'severity' | 'sentence'>
/** A reason why no item satisfies a choice of conditions. */
type Impossibility = Pick<Report, 'code' | 'sentence'>

/** Gem classes are derived from the item itself, so the table does not decide. */
const isGem = (class_id: string) => class_id.includes('Gem')

const nameFields = (conditions: readonly CompiledCondition[]) =>
  [...new Set(conditions.map(({ field, operator, value }) => `${field} ${operator} ${shorten(value)}`))].join(' and ')

/** Base types used as names: currency, gems and cards have no name of their own. */
function judgeNames(conditions: readonly CompiledCondition[], names: KnownNames): Impossibility | null {
  const wanted = listNamed(conditions, 'NAME')
  const { listed } = names
  const isBase = (name: string) => (names.classes.has(name) || listed.bases.has(name)) && !listed.uniques.has(name)
  if (wanted !== null && wanted.length > 0 && wanted.every(isBase)) {
    const base = wanted[0] as string
    return {
      code: 'never_matches',
      sentence: say`"${shorten(base)}" is a base type, and the game shows no name on it. Ask for the base type instead.`,
    }
  }
  const bases = listNamed(conditions, 'BASE_TYPE')
  const classes = listNamed(conditions, 'ITEM_CLASS')
  if (bases === null || classes === null || bases.length === 0 || classes.length === 0) return null
  const known = bases.map((base) => names.classes.get(base))
  if (known.some((class_id) => class_id === undefined || isGem(class_id) || classes.includes(class_id))) return null
  return {
    code: 'never_matches',
    sentence: say`${shorten(bases[0] as string)} is of the class ${known[0] as string}, not ${shorten(classes.join(', '))}.`,
  }
}

/** Why no item satisfies all of these; null if that is not certain. */
function judgeAll(conditions: readonly CompiledCondition[], names: KnownNames): Impossibility | null {
  for (const [field, group] of groupByField(conditions)) {
    const isAbsent = isLogField(field) || games[names.game_version].absent_fields.has(field)
    if (isAbsent && !holdWhenEmpty(group)) {
      return { code: 'never_matches', sentence: say`No item of this game has ${nameFields(group)}: it has no such property.` }
    }
    const verdict = judgeField(field, group)
    if (verdict === 'contradiction') {
      return {
        code: 'never_matches',
        sentence: group.length > 1 ? say`No item can have ${nameFields(group)}.` : say`No item has ${nameFields(group)}.`,
      }
    }
    if (verdict === 'beyond') {
      return { code: 'impossible_value', sentence: say`The game has no item with ${nameFields(group)}.` }
    }
  }
  return judgeNames(conditions, names)
}

const listMembers = (clauses: readonly Clause[]) => clauses.flatMap(({ members }) => members)

/** The names of a table, also by their lower-case form, to find the game's spelling of a name. */
interface Spellings {
  readonly exact: ReadonlySet<string>
  readonly folded: ReadonlyMap<string, string>
}

function indexSpellings(texts: Iterable<string>): Spellings {
  const exact = new Set(texts)
  return { exact, folded: new Map([...exact].map((text) => [text.toLowerCase(), text])) }
}

/** Exact texts of a field that the imported table does not contain, each with the entry that differs only in case. */
function* listUnknown(conditions: readonly CompiledCondition[], field: ItemField, { exact, folded }: Spellings) {
  for (const { field: asked, probe } of conditions) {
    if (asked !== field || probe?.kind !== 'equals') continue
    for (const text of probe.texts) if (!exact.has(text)) yield { text, near: folded.get(text.toLowerCase()) }
  }
}

/** Creates a check of the conditions of an event's item objectives. */
export function createConditionReview(names: KnownNames): (objective: ObjectiveDefinition) => Report[] {
  const library = createItemLibrary([...names.classes.keys(), ...names.listed.bases], names.listed.uniques)
  const classes = indexSpellings(names.classes.values())
  const wearers = indexSpellings(listGameClasses(names.game_version).flatMap(({ name, ascendancies }) => [name, ...ascendancies]))

  /** `isImpossible`: the reason is reported, and need not be repeated for each name. */
  function* reviewNames(
    objective: ObjectiveDefinition,
    conditions: readonly CompiledCondition[],
    isImpossible: boolean,
  ): Generator<Report> {
    for (const { field, probe } of conditions) {
      if ((field !== 'NAME' && field !== 'BASE_TYPE') || probe?.kind !== 'equals') continue
      for (const text of probe.texts) {
        const warning = warnOfName(text, field, library)
        if (warning === null || (isImpossible && warning.isOtherField)) continue
        yield {
          code: 'unknown_name',
          severity: 'warning',
          sentence: say`${objective}: ${sayWarning(warning)}`,
        }
      }
    }
    if (names.classes.size === 0) return
    // The table need not contain every class; only a different spelling is certainly a mistake.
    for (const { text, near } of listUnknown(conditions, 'ITEM_CLASS', classes)) {
      if (near === undefined) continue
      yield {
        code: 'unknown_name',
        severity: 'warning',
        sentence: say`${objective} asks for the class "${shorten(text)}", which is spelled "${near}".`,
      }
    }
  }

  function* reviewWearers(objective: ObjectiveDefinition, clauses: readonly Clause[]): Generator<Report> {
    // The game may have a class that is newer than this list.
    for (const { text, near } of listUnknown(listMembers(clauses), 'WORN_BY', wearers)) {
      const hint = near === undefined ? '' : ` Is "${near}" meant?`
      const sentence = say`${objective} asks who wears an item, and no class of this game is called "${shorten(text)}".${hint}`
      yield { code: 'unknown_name', severity: 'warning', sentence }
    }
    const asked = clauses.filter(({ members }) => members.some(({ field }) => field === 'WORN_BY'))
    const admits = (wearer: string) =>
      asked.every((clause) => isMet(clause, ({ field, holds }) => field !== 'WORN_BY' || holds(wearer)))
    if (asked.length === 0 || !admits('')) return
    const isAlsoWorn = [...wearers.exact].some(admits)
    if (!games[names.game_version].inventory) {
      if (isAlsoWorn) return
      const sentence = say`Nothing can complete ${objective}: it counts items without a wearer, and this game does not show the items that characters carry.`
      yield { code: 'impossible_value', severity: 'error', sentence }
      return
    }
    if (!isAlsoWorn) return
    const sentence = say`${objective} also counts items that characters only carry, because they have no wearer. To exclude them, require a wearer: WORN_BY LENGTH_GT 0.`
    yield { code: 'counts_carried', severity: 'notice', sentence }
  }

  function* review(objective: ObjectiveDefinition): Generator<Report> {
    if (objective.conditions.length === 0) {
      yield { code: 'no_conditions', severity: 'error', sentence: say`${objective} has no conditions, so nothing completes it.` }
      return
    }
    for (const condition of objective.conditions) {
      const compiled = compileCondition(condition)
      if (compiled.ok) continue
      const { field, operator, reason } = compiled
      yield {
        code: 'refused_condition',
        severity: 'error',
        sentence: say`Nothing completes ${objective}: ${field} ${operator} is invalid, because ${reason}.`,
      }
    }
    const clauses = readClauses(objective.conditions)
    if (clauses === null) return
    const unmet = clauses.find(demandsTooMany)
    if (unmet) {
      const { members, at_least } = unmet
      yield {
        code: 'never_matches',
        severity: 'error',
        sentence: say`Nothing can complete ${objective}: a group demands ${at_least} conditions, but it has only ${members.length}.`,
      }
      return
    }
    const choices = listChoices(clauses)
    if (choices === null) return
    let reason: Impossibility | null = null
    for (const choice of choices) {
      const found = judgeAll(choice, names)
      if (found === null) {
        reason = null
        break
      }
      reason ??= found
    }
    if (reason) {
      yield { ...reason, severity: 'error', sentence: [...say`Nothing can complete ${objective}. `, ...reason.sentence] }
    }
    yield* reviewNames(objective, listMembers(clauses), reason !== null)
    yield* reviewWearers(objective, clauses)
  }

  return (objective) => [...review(objective)]
}
