import type { LogEvent, LogEventKind } from '@muster/contract/game-log'
import { isMet } from '../conditions/alternatives.ts'
import { readClauses } from '../conditions/clauses.ts'
import { createTextMemo } from '../items/text-memo.ts'
import type { ConditionDefinition } from '../objectives/definition.ts'
import { isLogField, valueFields } from './log-fields.ts'

/** The events that an objective asks for. */
export interface LogDemand {
  readonly kind: LogEventKind
  readonly conditions: readonly ConditionDefinition[]
}

type Asks = (event: Pick<LogEvent, 'kind' | 'value'>) => boolean

/** Conditions on items, which some clients store with any objective, do not concern events. */
function compileDemand({ kind, conditions }: LogDemand): Asks {
  const ofLog = conditions.filter(({ field }) => isLogField(field))
  const clauses = readClauses(ofLog)
  // No event satisfies an invalid condition, or a condition on the field of another kind.
  if (clauses === null || ofLog.some(({ field }) => field !== valueFields[kind])) return () => false
  return (event) => event.kind === kind && clauses.every((clause) => isMet(clause, ({ holds }) => holds(event.value)))
}

/** Every read of a log and every report needs the same few demands; compiling a pattern takes milliseconds. */
const demandsRemembered = 500
const compileText = createTextMemo(demandsRemembered, (text) => compileDemand(JSON.parse(text) as LogDemand))

/** Whether an event is asked for. */
export const readDemand = ({ kind, conditions }: LogDemand): Asks => compileText(JSON.stringify({ kind, conditions }))

/** Whether an objective asks for all areas, so that every area in a player's log counts. */
export const asksForEveryArea = ({ kind, conditions }: LogDemand): boolean =>
  kind === 'area' && !conditions.some(({ field }) => isLogField(field))
