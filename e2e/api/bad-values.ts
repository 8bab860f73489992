import type { EndpointName } from '@muster/contract/endpoints'
import { bodyFields } from './specification.ts'

/** Type of a body field. A count may be zero, a long may have 64 bits. A group has required fields, an object has none. */
export type FieldKind = 'text' | 'integer' | 'count' | 'long' | 'time' | 'flag' | 'enum' | 'list' | 'numbers' | 'group' | 'object'

/** A change of a valid body, and whether the body stays valid. */
export interface FieldCase {
  readonly field: string
  readonly words: string
  readonly isGood: boolean
  change(body: Record<string, unknown>): Record<string, unknown>
}

/** Longer than any text field allows, but within the size limit of a body. */
const huge = 'x'.repeat(30_000)

/** Invalid values of each type, for required and optional fields alike. */
const wrong: Readonly<Record<FieldKind, readonly unknown[]>> = {
  text: [5, true, {}, [], ['a'], huge, 'a\0b'],
  integer: ['5', 'five', 1.5, true, {}, [1], -1, 2 ** 31, 1e308],
  count: ['5', 1.5, true, {}, -1, 2 ** 31],
  long: ['5', 1.5, true, {}, 2 ** 53, 1e308],
  time: ['yesterday', '2026-01-16', '16.01.2026 18:00', '2026-13-01T00:00:00Z', 5, true, {}],
  flag: ['true', 1, 0, {}, []],
  enum: ['NOPE', 5, true, {}, [], 'a\0b'],
  list: ['text', 5, true, {}],
  numbers: ['text', 5, {}, ['1'], [null], [{}]],
  group: ['text', 5, true, {}, []],
  object: ['text', 5, true, []],
}

/** Values that count as missing in a required field. An empty list counts as present. */
const zero: Readonly<Record<FieldKind, readonly unknown[]>> = {
  text: [''],
  integer: [0],
  count: [],
  long: [0],
  time: [''],
  flag: [],
  enum: [''],
  list: [],
  numbers: [],
  group: [],
  object: [],
}

const show = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 40)

/** The fields of a call's body; empty if the body is missing or not an object. */
export const listBodyFields = (name: EndpointName): { field: string; kind: FieldKind; isRequired: boolean }[] =>
  (bodyFields[name]?.split(' ') ?? []).map((declared) => {
    const [field = '', kind = ''] = declared.split(':')
    return { field, kind: kind.replace('!', '') as FieldKind, isRequired: kind.endsWith('!') }
  })

/** Each field of a call's body omitted, null, zero, and of a wrong type. */
export function fieldCases(name: EndpointName): FieldCase[] {
  return listBodyFields(name).flatMap(({ field, kind, isRequired }) => {
    const put = (value: unknown, isGood: boolean): FieldCase => ({
      field,
      words: show(value),
      isGood,
      change: (body) => ({ ...body, [field]: value }),
    })
    const leaveOut: FieldCase = {
      field,
      words: 'nothing',
      isGood: !isRequired,
      change: (body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== field)),
    }
    return [
      leaveOut,
      put(null, !isRequired),
      ...(isRequired ? zero[kind] : []).map((value) => put(value, false)),
      ...wrong[kind].map((value) => put(value, false)),
    ]
  })
}

/** Unknown fields: some are part of larger objects that clients send back, others are invented. */
export const surplus = {
  surplus: { of: ['anything', 1, null] },
  teams: [{ id: 1, name: 'surplus' }],
  children: [],
  scoring_preset: { id: 1, name: 'surplus' },
  'timestamp-date': '16.01.2026',
  'timestamp-time': '18:00',
  __proto__x: 1,
}
