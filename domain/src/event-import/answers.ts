import { isRaw, listObjects, type Raw } from './json.ts'
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
  /** Scores, each with its team and its objective. */
  readonly scores: Raw[]
  /** Lists of users by the id of their team. */
  readonly users: Raw[]
}

const has =
  (...names: readonly string[]) =>
  (raw: Raw) =>
    names.every((name) => Object.hasOwn(raw, name))
/** Every team has a key, its id as a text; a team without users has an empty list (`getUsersForEvent`). */
function isUserMap(raw: Raw): boolean {
  const entries = Object.entries(raw)
  return (
    entries.length > 0 &&
    entries.every(
      ([key, list]) =>
        /^\d{1,10}$/.test(key) && Array.isArray(list) && listObjects(list).every((user) => Object.hasOwn(user, 'display_name')),
    )
  )
}

/** The fields by which an object is recognised; the first row that fits decides. */
const shapes: readonly (readonly [keyof Answers, (raw: Raw) => boolean])[] = [
  ['scores', has('objective_id', 'team_id', 'score')],
  ['users', isUserMap],
  ['events', has('event_start_time')],
  ['objectives', has('objective_type')],
  ['objectives', has('children')],
  ['presets', has('points', 'scoring_method')],
  ['presets', has('points', 'scoring_rule')],
  ['presets', has('points', 'rule_type')],
  ['conditions', has('field', 'operator')],
  ['teams', has('allowed_classes')],
]

/** Sorts JSON values: each is an answer, a list of objects, or an object that contains several answers under any names. */
export function sortAnswers(values: readonly { readonly source: string; readonly value: unknown }[], report: Report): Answers {
  const answers: Answers = { events: [], objectives: [], presets: [], conditions: [], teams: [], scores: [], users: [] }
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
        'it holds something that is not an event, objective, preset, condition or team',
        'Give the answers of the public calls.',
      )
      return
    }
  }
  for (const { source, value } of values) sort(value, source, true)
  return answers
}
