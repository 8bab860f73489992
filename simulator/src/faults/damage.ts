/** Answers that are wrong although the status says that all is well. */
import type { Answer } from '../edge/answer.ts'
import type { Fault } from './faults.ts'

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Empties what identifies: at the top, and in the entries of a list. */
const emptyIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(emptyIds)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      ['id', 'uuid', 'sub', 'user_id'].includes(name) ? '' : Array.isArray(member) ? emptyIds(member) : member,
    ]),
  )
}

const emptyLists = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, Array.isArray(member) ? [] : member]))
    : value

/** A tab that shows nothing for once. */
const emptyTab = (value: unknown): unknown =>
  isRecord(value) && isRecord(value['stash']) ? { ...value, stash: { ...value['stash'], items: [] } } : value

const withBody = (answer: Answer, change: (value: unknown) => unknown): Answer => {
  if (answer.status !== 200 || answer.body === null || answer.type !== 'application/json') return answer
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) }
}

/** What the faults that struck leave of a good answer. */
export const damageAnswer = (answer: Answer, faults: readonly Fault[]): Answer => {
  const has = (effect: Fault['effect']) => faults.some((fault) => fault.effect === effect)
  if (has('shape.garbage')) return { ...answer, body: '<html><body>Something went wrong</body></html>' }
  if (has('shape.error_as_ok')) return withBody(answer, () => ({ message: 'Internal error', code: 0 }))
  if (has('shape.empty_id')) return withBody(answer, emptyIds)
  if (has('stash.empty_glitch')) return withBody(answer, emptyTab)
  if (has('shape.empty_list')) return withBody(answer, emptyLists)
  return answer
}
