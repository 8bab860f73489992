import { expect, test } from 'vitest'
import { cleanName, skeletonOf } from './names.ts'

test.each([
  ['Ad\u200Ba', 'Ada'],
  ['Ada\u3164\u2800', 'Ada'],
  ['Ａｄａ', 'Ada'],
  [' Ada \u00A0 Lovelace ', 'Ada Lovelace'],
  ['\u200D\u2060', ''],
  ['Ämy 🦉', 'Ämy 🦉'],
  ['نازنین', 'نازنین'],
])('%j is kept as %j', (typed, kept) => expect(cleanName(typed)).toBe(kept))

test.each([
  ['Ada', 'АdА'],
  ['Ada', 'ADA'],
  ['paypal', 'PayPaI'],
  ['Admin', 'Adrnin'],
  ['Olli 10', 'OIIi lO'],
  ['Scope', 'Ѕсоре'],
  ['Ada', 'A\u200Bda'],
])('%s and %s are taken for each other', (one, other) => expect(skeletonOf(one)).toBe(skeletonOf(other)))

test.each([
  ['Ada', 'Adam'],
  ['José', 'Jose'],
  ['Wren 2', 'Wren 3'],
  ['Мария', 'Марина'],
])('%s and %s are not', (one, other) => expect(skeletonOf(one)).not.toBe(skeletonOf(other)))
