import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineLength } from './log-line.ts'
import { createLogSplitter } from './log-splitter.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The lines of a log that is read in pieces which end at these bytes. */
function split(log: string, ends: readonly number[] = []): string[] {
  const bytes = encoder.encode(log)
  const lines: string[] = []
  const read = createLogSplitter(
    (piece) => decoder.decode(piece),
    (line) => lines.push(line),
  )
  const cuts = [0, ...ends.map((end) => end % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  for (const [at, cut] of cuts.slice(1).entries()) read(bytes.subarray(cuts[at], cut))
  return lines
}

test('finished lines are read, with either ending; an unfinished one waits', () => {
  expect(split('one\r\ntwo\n\nthree')).toEqual(['one', 'two'])
})

test('any pieces give the same lines, even if they split a letter of several bytes', () => {
  const log = fc.array(fc.stringMatching(/^[a-zäß時🦦]{0,12}$/u), { maxLength: 12 }).map((lines) => `${lines.join('\n')}\n`)
  fc.assert(
    fc.property(log, fc.array(fc.nat(400), { maxLength: 8 }), (text, ends) => {
      expect(split(text, ends)).toEqual(text.split('\n').filter((line) => line !== ''))
    }),
  )
})

test('an endless line is left out, whatever its pieces, and the next one is read', () => {
  const log = `one\n${'x'.repeat(lineLength * 20)}\ntwo\n`
  expect(split(log, [1000, 2000, 3000, 4000, 5000])).toEqual(['one', 'two'])
})
