import { isRaw, type Raw } from './json.ts'
import type { Report } from './report.ts'

/** Answers of the existing system's public calls, sorted by what they describe. */
export interface Answers {
  readonly events: Raw[]
  /** Roots of trees, or single branches. */
  readonly objectives: Raw[]
  /** Presets and, after 23 April 2026, rules. */
  readonly presets: Raw[]
  /** Conditions as a list of their own, each with the id of its objective. */
  readonly conditions: Raw[]
  readonly teams: Raw[]
}

const has =
  (...names: readonly string[]) =>
  (raw: Raw) =>
    names.every((name) => Object.hasOwn(raw, name))
/** The fields by which an object is recognised; the first row that fits decides. */
const shapes: readonly (readonly [keyof Answers, (raw: Raw) => boolean])[] = [
  ['events', has('event_start_time')],
  ['objectives', has('objective_type')],
  ['objectives', has('children')],
  ['presets', has('points', 'scoring_method')],
  ['presets', has('points', 'scoring_rule')],
  ['presets', has('points', 'rule_type')],
  ['conditions', has('field', 'operator')],
  ['teams', has('allowed_classes')],
]

/** Sorts JSON values: each is an answer, a list of objects, or an object that holds several answers under any names. */
export function sortAnswers(values: readonly { readonly source: string; readonly value: unknown }[], report: Report): Answers {
  const answers: Answers = { events: [], objectives: [], presets: [], conditions: [], teams: [] }
  const place = (raw: Raw): boolean => {
    const [kind] = shapes.find(([, fits]) => fits(raw)) ?? []
    if (kind !== undefined) answers[kind].push(raw)
    return kind !== undefined
  }
  const sort = (value: unknown, source: string, mayHoldMore: boolean): void => {
    const objects: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const one of objects) {
      if (isRaw(one) && place(one)) continue
      if (isRaw(one) && mayHoldMore) {
        for (const [name, part] of Object.entries(one)) sort(part, `${source}, ${name}`, false)
        continue
      }
      report.leaveOut(
        source,
        'it holds something that is no event, objective, preset, condition or team',
        'Give the answers of the public calls.',
      )
      return
    }
  }
  for (const { source, value } of values) sort(value, source, true)
  return answers
}
