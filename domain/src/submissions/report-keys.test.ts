import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyItems } from './report-keys.ts'

const seed = '0123456789abcdef0123'

test('keys are UUIDs, the same for the same paste, and different for each item, even for equal ones', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 50 }), (texts) => {
      const keys = keyItems(seed, texts)
      expect(keys.every((key) => /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/.test(key))).toBe(true)
      expect(new Set(keys).size).toBe(texts.length)
      expect(keyItems(seed, texts)).toEqual(keys)
    }),
  )
})

test('another paste of the same item has another key', () => {
  expect(keyItems(seed, ['a'])).not.toEqual(keyItems('1123456789abcdef0123', ['a']))
})

test('an item that is added to a paste does not change the keys of the others', () => {
  expect(keyItems(seed, ['new', 'a', 'b']).slice(1)).toEqual(keyItems(seed, ['a', 'b']))
})
