import { describe, expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { bareName, cleanName, isPlainName } from './names.ts'
import { listFields } from './testing/list-fields.ts'

test.each([
  ['Ad\u200Ba', 'Ada', 'Ada'],
  ['Ada\u3164\u2800', 'Ada', 'Ada'],
  ['Ａｄａ', 'Ａｄａ', 'Ada'],
  ['A\u0308my', 'Ämy', 'Ämy'],
  [' Ada \u00A0 Lovelace ', 'Ada Lovelace', 'Ada Lovelace'],
  ['\u200D\u2060', '', ''],
  ['Ämy 🦉', 'Ämy 🦉', 'Ämy 🦉'],
  ['نازنین', 'نازنین', 'نازنین'],
  ['Bo\u200Dss ½', 'Boss ½', 'Boss 1⁄2'],
  ['🏴\u200D\u2620\uFE0F Raiders', '🏴\u200D\u2620\uFE0F Raiders', '🏴☠ Raiders'],
  ['👩🏽\u200D🚀', '👩🏽\u200D🚀', '👩🏽🚀'],
  ['می\u200Cخواهم', 'می\u200Cخواهم', 'میخواهم'],
  ['left\u200Eright', 'leftright', 'leftright'],
])('%j is stored as %j, and as a display name as %j', (typed, stored, display) => {
  expect([cleanName(typed), bareName(typed)]).toEqual([stored, display])
  expect([cleanName(stored), bareName(display)]).toEqual([stored, display])
})

describe('a name', () => {
  test.each([
    'two\nlines',
    'a\tb',
    '\u001B[2J',
    'turned \u202E around',
    '\u2067isolated',
    'line\u2028end',
    '\u009B31m',
    'bell\u0007',
  ])('is not %j', (name) => expect(isPlainName(name)).toBe(false))
  test.each(['Ada', 'Ämy 🦉', 'نازنین', 'שלום', '日本', 'Cookie: 1c each'])('is %j', (name) =>
    expect(isPlainName(name)).toBe(true),
  )
})

/** Fields that do not set a name: data from the game, input to find or confirm something, and drafts that are only tried. */
const otherNames = [
  'addGuildstashHistory.entries.account.name',
  'deleteOwnAccount.display_name',
  'deletePerson.display_name',
  'createSignup.partner_account_name',
  'tryItem.draft.name',
  'countMatches.draft.name',
]

test('every field of a call that sets a name follows the rule', () => {
  const fields = Object.entries<Endpoint>(endpoints).flatMap(([call, { body }]) => (body ? listFields(body, call, 'string') : []))
  const names = fields.filter(({ path }) => /\.(?:\w*name|title|tag|abbreviation|allowed_classes|patch)$/.test(path))
  expect(names.length).toBeGreaterThan(12)
  expect(names.filter(({ schema }) => schema.safeParse('turned \u202E around').success).map(({ path }) => path)).toEqual(
    otherNames,
  )
})
