/** Wrong answers with a good status. */
import type { Answer } from '../edge/answer.ts'
import type { Fault } from './faults.ts'
import {
  changeItems,
  withEmptyLists,
  withHalfLadder,
  withFlood,
  withHiddenAccounts,
  withItemTwice,
  withMissing,
  withMixedMods,
  withNulls,
  withShiftedRanks,
  withTabsLeftOut,
  withTextNumbers,
  withUnknown,
  withUnstorable,
} from './shapes.ts'

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Empties ids: at the top, and in the entries of a list. */
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

/** A tab that appears empty. */
const emptyTab = (value: unknown): unknown =>
  isRecord(value) && isRecord(value['stash']) ? { ...value, stash: { ...value['stash'], items: [] } } : value

/** A character without equipment, inventory and skills. */
const stripCharacter = (value: unknown): unknown =>
  isRecord(value) && isRecord(value['character']) ? { ...value, character: emptyLists(value['character']) } : value

const withBody = (answer: Answer, change: (value: unknown) => unknown): Answer => {
  if (answer.status !== 200 || answer.body === null || answer.type !== 'application/json') return answer
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body.toString()))) }
}

/** The stream stops or repeats a page. The reader requested the page after `asked`. */
const stallStream = (value: unknown, asked: string, isEmpty: boolean): unknown =>
  isRecord(value) && 'stashes' in value ? { ...value, next_change_id: asked, ...(isEmpty ? { stashes: [] } : {}) } : value

const readText = ({ parameters }: Fault, name: string, usual: string): string => {
  const given = parameters[name]
  return typeof given === 'string' ? given : usual
}

/** The stream gives an invalid or a wrong next position; the header is damaged like the page. */
const misleadStream = (answer: Answer, next: string): Answer => ({
  ...withBody(answer, (value) => (isRecord(value) && 'stashes' in value ? { ...value, next_change_id: next } : value)),
  // Headers cannot contain every character.
  headers: { ...answer.headers, 'x-next-change-id': /^[ -~]*$/.test(next) ? next : '' },
})

/** Changes of a good answer, in the order of application. */
const changes: readonly [Fault['effect'], (value: unknown) => unknown][] = [
  ['shape.error_as_ok', () => ({ message: 'Internal error', code: 0 })],
  ['shape.empty_id', emptyIds],
  ['stash.empty_glitch', emptyTab],
  ['char.stripped', stripCharacter],
  ['shape.empty_list', emptyLists],
  ['shape.nulls', (value) => changeItems(value, withNulls)],
  ['shape.unknown', (value) => changeItems(value, withUnknown)],
  ['shape.missing', (value) => changeItems(value, withMissing)],
  ['shape.flags_array', (value) => changeItems(value, withEmptyLists)],
  ['shape.mods_mixed', (value) => changeItems(value, withMixedMods)],
  ['shape.numbers_as_text', withTextNumbers],
  ['ladder.partial', withHalfLadder],
  ['ladder.hidden', withHiddenAccounts],
  ['ladder.shift', withShiftedRanks],
  ['stash.dupe_id', withItemTwice],
  ['river.gap', withTabsLeftOut],
  ['river.flood', withFlood],
]

/** The first answers of addresses under a fault that keeps them. */
const oldAnswers = new WeakMap<Fault, Map<string, string | Buffer>>()

/** The address keeps the answer from the start of the fault. */
const keepOld = (answer: Answer, fault: Fault, url: string): Answer => {
  if (answer.status !== 200 || answer.body === null) return answer
  const kept = oldAnswers.get(fault) ?? new Map<string, string | Buffer>()
  oldAnswers.set(fault, kept)
  const old = kept.get(url)
  if (old === undefined) kept.set(url, answer.body)
  return { ...answer, body: old ?? answer.body }
}

/** A good answer after the active faults; `asked` is the requested position of a page of the stream. */
export const damageAnswer = (
  answer: Answer,
  faults: readonly Fault[],
  { url = '', asked = '' }: { url?: string; asked?: string | undefined } = {},
): Answer => {
  const has = (effect: Fault['effect']) => faults.some((fault) => fault.effect === effect)
  if (has('shape.raw_nul')) return { ...answer, body: '{"\0' }
  if (has('shape.garbage')) return { ...answer, body: '<html><body>Something went wrong</body></html>' }
  const stale = url.includes('/ladder') ? faults.find((fault) => fault.effect === 'ladder.stale') : undefined
  let damaged = stale ? keepOld(answer, stale, url) : answer
  const struck = changes.filter(([effect]) => has(effect))
  if (struck.length > 0) damaged = withBody(damaged, (value) => struck.reduce((changed, [, change]) => change(changed), value))
  if (asked !== '' && (has('river.empty') || has('river.repeat')))
    damaged = withBody(damaged, (value) => stallStream(value, asked, has('river.empty')))
  const unstorable = faults.find(({ effect }) => effect === 'shape.unstorable')
  if (unstorable) {
    const fields = readText(unstorable, 'fields', 'name,stash,typeLine,title').split(',')
    damaged = withBody(damaged, (value) => withUnstorable(value, fields))
  }
  const misleading = faults.find(({ effect }) => effect === 'river.bad_next')
  if (misleading) damaged = misleadStream(damaged, readText(misleading, 'next', "'; drop table facts;--"))
  return damaged
}
