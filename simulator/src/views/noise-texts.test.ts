import { expect, test } from 'vitest'
import { createNoiseTexts } from './noise-texts.ts'

const now = { wire_version: '3.29', image_base: 'https://images.invalid' } as const
const before = { ...now, wire_version: '3.28' } as const

function start() {
  const written: string[] = []
  const texts = createNoiseTexts((shard, ordinal, { wire_version }) => {
    written.push(`${shard}/${ordinal}`)
    return { text: `${wire_version} ${shard}/${ordinal}`, items: ordinal }
  })
  const writeAll = () => {
    while (texts.writeNext());
  }
  return { texts, written, writeAll }
}

test('no text is prepared before the first read', () => {
  const { written, writeAll } = start()
  writeAll()
  expect(written).toEqual([])
})

test('a prepared text equals a text written on demand, and is written only once', () => {
  const { texts, written, writeAll } = start()
  expect(texts.read(0, 7, now)).toEqual({ text: '3.29 0/7', items: 7 })
  writeAll()
  const ahead = written.length
  expect(written).toContain('0/8')
  expect(new Set(written).size).toBe(ahead)
  expect(texts.read(0, 8, now)).toEqual({ text: '3.29 0/8', items: 8 })
  expect(texts.read(0, 9, now)).toEqual({ text: '3.29 0/9', items: 9 })
  expect(written.length).toBe(ahead)
})

test('texts are written on demand for another format, a tab read again, or a reader that jumps', () => {
  const { texts, written, writeAll } = start()
  texts.read(2, 0, now)
  writeAll()
  expect(texts.read(2, 1, before)).toEqual({ text: '3.28 2/1', items: 1 })
  expect(texts.read(2, 0, before)).toEqual({ text: '3.28 2/0', items: 0 })
  expect(texts.read(2, 500, before)).toEqual({ text: '3.28 2/500', items: 500 })
  writeAll()
  expect(written).toContain('2/501')
  const ahead = written.length
  expect(texts.read(2, 501, before)).toEqual({ text: '3.28 2/501', items: 501 })
  expect(written.length).toBe(ahead)
})

test('a limited number of texts is prepared for each shard', () => {
  const { texts, written, writeAll } = start()
  texts.read(0, 0, now)
  writeAll()
  expect(written.length).toBeLessThan(100)
  expect(new Set(written.map((place) => place.split('/')[0])).size).toBe(5)
})
