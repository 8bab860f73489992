import type { ItemField, Operator } from '@muster/contract/conditions'
import { maxConditions } from '@muster/contract/objectives'
import { acceptCondition } from '../conditions/accept.ts'
import { takesList } from '../conditions/phrases.ts'
import type { ConditionEntry } from '../definition-file/document.ts'
import { pick, type Raw, readText } from './json.ts'
import { quoted, type Report } from './report.ts'
import { fieldNames, findMeaning, operatorNames } from './vocabulary.ts'

/** "Vaal Rampart, Sewn" may be one name or two. */
const hasOpenCommas = (value: string) => value.includes(',') && value.split(',').some((part) => part !== part.trim())

type Translated = { readonly condition: ConditionEntry } | { readonly problem: string }

function translateCondition(raw: Raw, path: string, report: Report): Translated {
  const [field, operator] = [readText(pick(raw, 'field')), readText(pick(raw, 'operator'))]
  const value = pick(raw, 'value')
  const known: { field: ItemField | null | undefined; operator: Operator | null | undefined } = {
    field: findMeaning(fieldNames, field)?.is,
    operator: findMeaning(operatorNames, operator)?.is,
  }
  if (!known.field) return { problem: `there is no item field ${quoted(field)}` }
  if (!known.operator) return { problem: `there is no operator ${quoted(operator)}` }
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : readText(value)
  const accepted = acceptCondition({ field: known.field, operator: known.operator, value: text })
  if (!accepted.ok) return { problem: accepted.reason }
  if (takesList(known.operator) && hasOpenCommas(text))
    report.check(
      path,
      `the list ${quoted(text)} is split at each comma`,
      'If a name has a comma itself, write a group any_of with one EQ for each name.',
    )
  return { condition: { ...accepted.condition, any_of: null } }
}

/** All conditions of an objective, or null if one of them cannot be translated: without it, wrong items would count. */
export function translateConditions(given: readonly Raw[], path: string, report: Report): readonly ConditionEntry[] | null {
  const conditions: ConditionEntry[] = []
  let isComplete = given.length <= maxConditions
  if (!isComplete) report.leaveOut(path, `it has more than ${maxConditions} conditions`, 'Divide it into several objectives.')
  for (const [at, raw] of given.slice(0, maxConditions).entries()) {
    const place = `${path}, condition ${at + 1}`
    const translated = translateCondition(raw, place, report)
    if ('condition' in translated) conditions.push(translated.condition)
    else {
      isComplete = false
      const [field, operator, value] = ['field', 'operator', 'value'].map((name) => readText(pick(raw, name)))
      report.leaveOut(
        place,
        `${field} ${operator} ${quoted(value)}: ${translated.problem}`,
        'Write this condition by hand, and all others of the objective.',
      )
    }
  }
  return isComplete ? conditions : null
}
