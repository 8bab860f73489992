import { personalNoticeKinds } from '@muster/contract/personal-notices'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeDirect, composeDirectTest } from './direct-message.ts'
import { personalRowOf } from './personal-kinds.ts'
import type { PersonalEntry } from './push.ts'

const site = 'https://muster.test'
const entry = (id: number, more: Partial<PersonalEntry> = {}): PersonalEntry => ({
  id,
  event_id: 3,
  event_name: 'Autumn Muster',
  kind: 'report_decided',
  values: { case: 'APPROVED', objective: `Objective ${id}` },
  useful_until: 1,
  is_read: false,
  ...more,
})

test('one notice has the event as its head, several are listed newest first, with a link', () => {
  expect(composeDirect([entry(1)], site)).toBe(
    '**Autumn Muster**\nYour report was approved\\: Objective 1\n<https://muster.test/submissions?mine=true&event=3>',
  )
  expect(composeDirect([entry(1), entry(2)], site).split('\n')).toEqual([
    '**2 notices**',
    '• Your report was approved\\: Objective 2',
    '• Your report was approved\\: Objective 1',
    '<https://muster.test/submissions?mine=true&event=3>',
  ])
  expect(composeDirectTest(site)).toContain('<https://muster.test/settings>')
})

test('no text of people can mention, link or format, and every message fits', () => {
  const hostile = fc.oneof(
    fc.constantFrom('@everyone', '<@1>', '[x](https://evil.test)', '**x**', '||x||', '\n# x', '`x`'),
    fc.string({ unit: 'grapheme', maxLength: 900 }),
  )
  const one = fc.tuple(fc.constantFrom(...personalNoticeKinds), hostile, hostile, hostile).map(([kind, name, text, other]) => {
    const told = Object.keys(personalRowOf(kind).texts)[0] ?? ''
    const values = { case: told, objective: text, problem: text, advice: other, rivals: text, team: other, rank: 1, minutes: 10 }
    return entry(1, { kind, event_name: name.slice(0, 100), values })
  })
  fc.assert(
    fc.property(one, fc.array(one, { maxLength: 30 }), (first, others) => {
      const text = composeDirect([first, ...others], site)
      expect(text.length).toBeLessThanOrEqual(2000)
      const [head = '', ...lines] = text.split('\n').slice(0, -1)
      const body = [head.replace(/^\*\*(.*)\*\*$/s, '$1'), ...lines.map((line) => line.replace(/^• /, ''))].join('')
      expect(body.replace(/\\[\s\S]/g, '')).not.toMatch(/[*_~`|<>#@[\]()]/)
    }),
  )
})
