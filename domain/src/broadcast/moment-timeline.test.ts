import { frameRates } from '@muster/contract/moments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TimelineChoices, writeTimeline } from './moment-timeline.ts'

const choices: TimelineChoices = { title: 'Winter Muster', frame_rate: '60', before_seconds: 15, after_seconds: 10 }
const lines = (text: string) => text.split('\r\n')

// Reads the columns of an event by their places in CMX 3600: number, reel, track, cut, source in and out, record in and out.
const event =
  /^(\d{3})  (\S{1,8}) +V     C        (\d\d:\d\d:\d\d:\d\d) (\d\d:\d\d:\d\d:\d\d) (\d\d:\d\d:\d\d:\d\d) (\d\d:\d\d:\d\d:\d\d)$/
function readEvents(text: string, counted: number) {
  const toFrames = (code: string) => {
    const [hours = 0, minutes = 0, seconds = 0, frames = 0] = code.split(':').map(Number)
    if (minutes > 59 || seconds > 59 || frames >= counted || hours > 23) throw new Error(`no timecode: ${code}`)
    return ((hours * 60 + minutes) * 60 + seconds) * counted + frames
  }
  return lines(text).flatMap((line) => {
    const found = event.exec(line)
    if (!found) return []
    const [, number = '', reel = '', ...codes] = found
    const [source_in = 0, source_out = 0, record_in = 0, record_out = 0] = codes.map(toFrames)
    return [{ number: Number(number), reel, source_in, source_out, record_in, record_out }]
  })
}

test('clips follow each other from timecode 01:00:00, each around its moment, with the name of its recording and a marker', () => {
  const moments = [
    { clip: '2493007163.mp4', offset_seconds: 3723, text: 'Lanterns: Headhunter, 30 points' },
    { clip: '2493007163.mp4', offset_seconds: 5, text: 'Lanterns: Mageblood' },
    { clip: '2493009999.mp4', offset_seconds: 60, text: 'Tidebound: Level 90' },
  ]
  expect(lines(writeTimeline(moments, choices))).toEqual([
    'TITLE: Winter Muster',
    'FCM: NON-DROP FRAME',
    '',
    '001  V001     V     C        01:01:48:00 01:02:13:00 01:00:00:00 01:00:25:00',
    '* FROM CLIP NAME: 2493007163.mp4',
    '* LOC: 01:00:15:00 GREEN   Lanterns: Headhunter, 30 points',
    '',
    '002  V001     V     C        00:00:00:00 00:00:15:00 01:00:25:00 01:00:40:00',
    '* FROM CLIP NAME: 2493007163.mp4',
    '* LOC: 01:00:30:00 GREEN   Lanterns: Mageblood',
    '',
    '003  V002     V     C        00:00:45:00 00:01:10:00 01:00:40:00 01:01:05:00',
    '* FROM CLIP NAME: 2493009999.mp4',
    '* LOC: 01:00:55:00 GREEN   Tidebound: Level 90',
    '',
  ])
})

test('at a television frame rate an hour has fewer frames than its timecode counts', () => {
  const text = writeTimeline([{ clip: 'a', offset_seconds: 3600, text: 'x' }], {
    ...choices,
    frame_rate: '29.97',
    before_seconds: 0,
  })
  // 3600 s are 107,892 frames, which timecodes of 30 frames count as 59 minutes, 56 seconds and 12 frames.
  expect(text).toContain('C        00:59:56:12 01:00:06:12 01:00:00:00 01:00:10:00')
})

test('a text stays on its line and adds no field', () => {
  const hostile = { clip: 'a\r\nb|c', offset_seconds: 1, text: `x\n002  AX  V  C\u2028|M:y${'z'.repeat(500)}` }
  const text = writeTimeline([hostile], { ...choices, title: 'a\nFCM: DROP FRAME' })
  expect(lines(text)).toHaveLength(7)
  expect(text).not.toMatch(/[|\u2028]|[^\r]\n/)
  expect(Math.max(...lines(text).map((line) => line.length))).toBeLessThan(180)
})

test('a moment after 24 hours of recording is named in a comment', () => {
  const text = writeTimeline([{ clip: 'a.mp4', offset_seconds: 24 * 3600 - 5, text: 'late' }], choices)
  expect(lines(text)).toEqual([
    'TITLE: Winter Muster',
    'FCM: NON-DROP FRAME',
    '',
    '* NOT IN THE TIMELINE: a.mp4 AFTER 86395 SECONDS, late',
    '',
  ])
})

test('every clip is as long in the timeline as in its recording, the timeline has no gap, and each start is within a frame', () => {
  const moment = fc.record({ clip: fc.constantFrom('a', 'b', 'c'), offset_seconds: fc.nat({ max: 86_000 }), text: fc.string() })
  fc.assert(
    fc.property(
      fc.array(moment, { maxLength: 60 }),
      fc.constantFrom(...frameRates),
      fc.nat(120),
      fc.integer({ min: 1, max: 120 }),
      (moments, frame_rate, before_seconds, after_seconds) => {
        const exact = { '23.976': 23.976, '29.97': 29.97, '59.94': 59.94 }[frame_rate as string] ?? Number(frame_rate)
        const counted = Math.ceil(exact)
        const events = readEvents(writeTimeline(moments, { ...choices, frame_rate, before_seconds, after_seconds }), counted)
        expect(events).toHaveLength(moments.length)
        let at = 3600 * counted
        for (const [place, { number, source_in, source_out, record_in, record_out }] of events.entries()) {
          const offset_seconds = moments[place]?.offset_seconds ?? 0
          expect([number, record_in, record_out - record_in]).toEqual([place + 1, at, source_out - source_in])
          expect(Math.abs(source_in / exact - Math.max(0, offset_seconds - before_seconds))).toBeLessThan(0.15)
          at = record_out
        }
      },
    ),
  )
})
