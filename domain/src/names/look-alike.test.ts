import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collectNames } from './look-alike.ts'

const isAlike = (one: string, other: string) => collectNames([one]).includes(other)

test.each([
  ['Padmin', 'PADMIN'],
  ['The Lanterns', 'The Lаnterns'],
  ['The Lanterns', 'the  LANTERNS'],
  ['Ada', 'АdА'],
  ['Ada', 'ADA'],
  ['paypal', 'PayPaI'],
  ['Admin', 'Adrnin'],
  ['Admin', 'ADMlN'],
  ['Olli 10', 'OIIi lO'],
  ['Scope', 'Ѕсоре'],
  ['Ada', 'A\u200Bda'],
  ['ВАСЯ', 'вася'],
  ['BOB', 'вов'],
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['STRAẞE', 'straße'],
  ['\u1FD2', '\u1FD2'.toUpperCase()],
])('%s and %s look alike', (one, other) => {
  expect([isAlike(one, other), isAlike(other, one)]).toEqual([true, true])
})

test.each([
  ['Ada', 'Adam'],
  ['José', 'Jose'],
  ['Wren 2', 'Wren 3'],
  ['Мария', 'Марина'],
])('%s and %s do not look alike', (one, other) => expect(isAlike(one, other)).toBe(false))

describe('any name', () => {
  const aName = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 8 }))
  test.each<[string, (name: string) => string]>([
    ['itself', (name) => name],
    // The capital of a letter with an iota below has an iota beside it, which must not come between the letter and its marks.
    ['itself in capitals', (name) => name.normalize('NFD').toUpperCase()],
    ['itself in small letters', (name) => name.toLowerCase()],
    ['itself with an invisible letter', (name) => `${name}\u200B`],
    [
      'itself in full width',
      (name) => name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
    ],
  ])('looks like %s', (_, change) => {
    fc.assert(fc.property(aName, (name) => isAlike(name, change(name))))
  })
})
