import type { Draws } from './draws.ts'
import { type Definitions, resolve, type Schema } from './json-schema.ts'

/** Ids of existing and deleted objects, by field name. */
export interface Pool {
  find(name: string): unknown
}

const longest = 'ß'.repeat(100_000)
/** Values that no client should send. */
const nonsense: readonly unknown[] = [
  null,
  '',
  ' ',
  '0',
  'null',
  '\0',
  'a\0b',
  '\ud800',
  '😀'.repeat(300),
  longest,
  "'; drop table users; --",
  '${7*7}{{7*7}}<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%2e%2e',
  '(a+)+$',
  '[',
  0,
  -1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e-308,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { id: 1 },
  { __proto__: null, constructor: { prototype: 1 } },
  '2026-01-16T18:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T25:61:00+99:99',
]

const texts = [
  'Ödland',
  'a',
  'Chaos Orb',
  '測試 ☀',
  'Name#1234',
  '^a.*b$',
  'x'.repeat(150),
  '12',
  '  spaces  ',
  'https://a.invalid/?b=ü',
]
const times = ['2026-01-16T18:00:00Z', '2026-01-18T18:00:00.123+02:00', '1970-01-01T00:00:00Z', '2099-12-31T23:59:59-11:00']

/** Generates values from a schema: mostly valid, sometimes not. */
export function createGenerator(draws: Draws, definitions: Definitions, pool: Pool) {
  /** @param spoil percentage of invalid values */
  function make(given: Schema, spoil: number, name = '', depth = 0): unknown {
    if (draws.percent(spoil)) return draws.pick(nonsense)
    const schema = resolve(given, definitions)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return draws.pick(schema.enum)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return make(draws.pick(options), spoil, name, depth)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => make(one, 0, name, depth)))
    const type = schema.type === undefined ? 'nonsense' : draws.pick([schema.type].flat())
    const known = /(^|_)ids?$/i.test(name) && draws.percent(85) ? pool.find(name) : undefined
    if (known !== undefined && typeof known === (type === 'integer' ? 'number' : type)) return known
    return makers[type]?.(schema, spoil, name, depth) ?? draws.pick(nonsense)
  }

  const makers: Record<string, (schema: Schema, spoil: number, name: string, depth: number) => unknown> = {
    null: () => null,
    boolean: () => draws.percent(50),
    number: (schema) => makeNumber(schema) + (draws.percent(30) ? 0.5 : 0),
    integer: makeNumber,
    string: (schema) => {
      if (schema.format === 'date-time') return draws.pick(times)
      const text = draws.pick(texts).slice(0, schema.maxLength ?? 200)
      return text.padEnd(schema.minLength ?? 0, 'z')
    },
    array(schema, spoil, name, depth) {
      const { items, prefixItems = [] } = schema
      const one = typeof items === 'object' ? items : {}
      const length = depth > 4 ? 0 : (schema.minItems ?? 0) + draws.below(4)
      const rest = Array.from({ length }, () => make(one, spoil, name, depth + 1))
      return [...prefixItems.map((item) => make(item, spoil, name, depth + 1)), ...(items === false ? [] : rest)]
    },
    object(schema, spoil, _name, depth) {
      const { properties = {}, required = [], additionalProperties } = schema
      const present = Object.entries(properties).filter(([key]) =>
        required.includes(key) ? !draws.percent(spoil / 2) : draws.percent(60),
      )
      const object = Object.fromEntries(present.map(([key, one]) => [key, make(one, spoil, key, depth + 1)]))
      if (typeof additionalProperties === 'object' && depth < 4)
        object[draws.pick(texts)] = make(additionalProperties, spoil, '', depth + 1)
      // Older clients send unknown fields.
      return draws.percent(20) ? { ...object, surplus: draws.pick(nonsense) } : object
    },
  }

  function makeNumber(schema: Schema): number {
    const lowest = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1)
    const highest = Math.min(schema.maximum ?? 2 ** 31 - 1, 2 ** 53 - 1)
    const near = [lowest, lowest + 1, lowest + draws.below(30), highest]
    return Math.min(draws.pick(near), highest)
  }

  return make
}
