import type { LogEvent, LogEventKind } from '@muster/contract/game-log'
import { readClauses } from '../conditions/clauses.ts'
import { createTextMemo } from '../items/text-memo.ts'
import type { ConditionDefinition, ObjectiveDefinition } from '../objectives/definition.ts'
import { isLogField, readLogField } from './log-fields.ts'
import { findLogKind } from './log-numbers.ts'

/** The events that an objective asks for. */
export interface LogDemand {
  readonly kind: LogEventKind
  readonly conditions: readonly ConditionDefinition[]
}

type Asks = (event: Pick<LogEvent, 'kind' | 'value'>) => boolean

/** Conditions on items, which some clients store with any objective, do not concern events. */
function compileDemand({ kind, conditions }: LogDemand): Asks {
  const clauses = readClauses(conditions.filter(({ field }) => isLogField(field)))
  // An invalid condition is never ignored.
  if (clauses === null) return () => false
  return (event) =>
    event.kind === kind && clauses.every((clause) => clause.some(({ field, holds }) => holds(readLogField(field, event))))
}

/** Every read of a log and every report needs the same few; compiling a pattern takes milliseconds. */
const demandsRemembered = 500
const compileText = createTextMemo(demandsRemembered, (text) => compileDemand(JSON.parse(text) as LogDemand))

/** Whether an event is asked for. */
export const readDemand = ({ kind, conditions }: LogDemand): Asks => compileText(JSON.stringify({ kind, conditions }))

/** Whether an objective asks for any area, so that the logs of players show all of theirs. */
export const asksForEveryArea = (objectives: readonly ObjectiveDefinition[]): boolean =>
  objectives.some((one) => findLogKind(one) === 'area' && !one.conditions.some(({ field }) => isLogField(field)))
