import { beforeAll, expect, test } from 'vitest'
import { judgePattern, listPatterns, type PatternUse, splitAlternatives } from './pattern-safety.ts'
import { members } from './places.ts'
import { readSources } from './sources.ts'

// A regular expression that needs time growing faster than its text could stop the process with one request.

const ofCondition = 'the pattern of a condition: at most 500 characters (patternLimit in domain/src/conditions/pattern.ts)'

/** Patterns that do grow faster, and the bound on their text. An unnecessary entry fails. */
const bounded: Readonly<Record<string, string>> = {
  [String.raw`/\B(?=(?:\d{3})+$)/g`]: 'a number as text: at most 25 characters',
  [String.raw`/\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/y`]: ofCondition,
  [String.raw`/\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]/uy`]: ofCondition,
}

/** `new RegExp` of a text composed at run time, and its source: never from outside. */
const composed: Readonly<Record<string, string>> = {
  'domain/src/builds/calculated-figures.ts: ` ${name}="([^"]*)"`': 'names of attributes in the same file',
  'domain/src/builds/calculated-figures.ts: `<${element} [^<>]{1,400}>`': 'two names of elements',
  'server/src/db/embedded/claims.ts: `^${kind}-(\\\\d+)-[0-9a-f]+$`': 'two kinds in the same file',
  'server/src/features/keys/key-text.ts: `^${keyPrefix}[0-9A-Za-z]{${random_length + checksum_length}}$`': 'constants',
  "server/src/http/app.ts: `^/api${endpoint.path.replace(/\\{\\w+\\}/g, '[^/]+')}$`": 'the table of calls',
  "server/src/http/read-api.ts: `^/api${path.replace(/\\{\\w+\\}/g, '[^/?]+')}(?:\\\\?|$)`": 'the table of calls',
  'simulator/src/calculator/figures.ts: `^\\\\+(\\\\d+) to ${name}$`': 'names in the same file',
  'simulator/src/calculator/figures.ts: `^\\\\+(\\\\d+)% to ${name} Resistance$`': 'names in the same file',
  'simulator/src/oracle/wanted.ts: source': 'conditions of a rehearsal, which runs on its own',
  "simulator/src/views/second-item-view.ts: `\\\\b(?:${Object.keys(keywords).sort((a, b) => b.length - a.length).join('|')})\\\\b`":
    'a list in the same file',
}

/** Includes test helpers in `web`, which are beside their subjects. */
const isTest = (path: string) => /\.test\.tsx?$|\/test-[^/]*\.tsx?$|\/testing\//.test(path)

let uses: PatternUse[]
beforeAll(() => {
  const folders = members.join('|')
  uses = readSources(new RegExp(`^(${folders})/src/.*\\.tsx?$`)).flatMap((source) =>
    isTest(source.path) ? [] : listPatterns(source),
  )
}, 90_000)

test('every regular expression is linear in its text, or its text is bounded', () => {
  const literals = new Map(uses.flatMap(({ pattern, literal }) => (literal ? [[pattern, literal] as const] : [])))
  expect(literals.size).toBeGreaterThan(300)
  const flagged = [...literals].flatMap(([pattern, literal]) => {
    const growth = judgePattern(literal)
    return growth === null ? [] : [[pattern, growth] as const]
  })
  const places = (pattern: string) => uses.filter((use) => use.pattern === pattern).map(({ path }) => path)
  const faults = flagged.filter(([pattern]) => bounded[pattern] === undefined)
  expect(faults.map(([pattern, growth]) => `${pattern}: ${growth}, in ${places(pattern).join(', ')}`)).toEqual([])
  expect(Object.keys(bounded).filter((pattern) => !flagged.some(([found]) => found === pattern))).toEqual([])
}, 180_000)

test('no regular expression is composed from a text of outside', () => {
  const found = uses.filter(({ literal }) => literal === null).map(({ path, pattern }) => `${path}: ${pattern}`)
  expect([...new Set(found)].sort()).toEqual(Object.keys(composed).sort())
})

test.each([
  ['/\\/+$/', '2nd degree polynomial'],
  ['/a|=+$/', '2nd degree polynomial'],
  ['/([?&][^=&]*(?:token|code)[^=&]*=)[^&]*/gi', '3rd degree polynomial'],
  ['/^(a+)+$/', 'exponential'],
  ["new RegExp('(a|a)*b')", 'exponential'],
  ['RegExp(`,+$`)', '2nd degree polynomial'],
])('%s is found in a file, and is not linear: %s', (code, growth) => {
  const [use] = listPatterns({ path: 'a.ts', text: `const pattern = ${code}\n// /not-code+$/` })
  expect(use?.literal && judgePattern(use.literal)).toBe(growth)
})

test.each(['/^\\d+ of \\d+$/', '/^(?:a|b)+$/u', '/[\\w.-]+/g', '/^a*$/', '/a{3}|b{1,4}/', '/<a [^<>]+>/', '/^(\\w+)=\\1$/'])(
  '%s may stay',
  (code) => {
    const [use] = listPatterns({ path: 'a.ts', text: `const pattern = ${code}` })
    expect(use?.literal && judgePattern(use.literal)).toBeNull()
  },
)

test('a text that is not constant is listed with its source', () => {
  expect(listPatterns({ path: 'a.ts', text: 'new RegExp(`^${name}$`, "g")' })).toEqual([
    { path: 'a.ts', pattern: '`^${name}$`', literal: null },
  ])
})

test('alternatives are separated at the top level only', () => {
  expect(splitAlternatives('a|[|)]|(b|c)\\||d')).toEqual(['a', '[|)]', '(b|c)\\|', 'd'])
})
