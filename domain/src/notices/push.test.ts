import { personalNoticeKinds, PushedNotice } from '@muster/contract/personal-notices'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { personalKindRows } from './personal-kinds.ts'
import { composePush, composePushTest, type PersonalEntry, planPush, type PushRules } from './push.ts'
import { isQuiet } from './quiet.ts'

const minute = 60_000
const hour = 60 * minute
const rules: PushRules = { quiet_from: null, quiet_to: null, time_zone: 'UTC', most_per_hour: 3 }

const entry = (id: number, more: Partial<PersonalEntry> = {}): PersonalEntry => ({
  id,
  event_id: 3,
  event_name: 'Autumn Muster',
  kind: 'report_decided',
  values: { case: 'APPROVED', objective: `Objective ${id}` },
  useful_until: Infinity,
  is_read: false,
  ...more,
})

/** Base64url of at most 32 characters that decodes without a remainder. */
const topicForm = /^(?:[\w-]{4}){1,8}$/

describe('the notices of a device', () => {
  test('never arrive in quiet hours nor above the hourly limit; each arrives at most once, and all that stay useful arrive', () => {
    const steps = fc.array(
      fc.record({ wait: fc.integer({ min: 1, max: 40 * minute }), useful: fc.option(fc.integer({ min: 1, max: 12 * hour })) }),
      { maxLength: 120 },
    )
    // Quiet for at most 22 hours, so that a check every 15 minutes finds the remaining time.
    const settings = fc
      .record({
        most_per_hour: fc.integer({ min: 1, max: 6 }),
        quiet_from: fc.integer({ min: 0, max: 1439 }),
        quiet_minutes: fc.integer({ min: 0, max: 1320 }),
        time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns'),
      })
      .map(({ quiet_minutes, ...own }) => ({ ...own, quiet_to: (own.quiet_from + quiet_minutes) % 1440 }))
    fc.assert(
      fc.property(steps, settings, (waits, own) => {
        const all: PersonalEntry[] = []
        const sent: { at: number; ids: number[] }[] = []
        let [now, position] = [Date.parse('2026-01-17T00:00:00Z'), 0]
        const look = () => {
          const pending = all.filter(({ id }) => id > position)
          const times = sent.map(({ at }) => at)
          const plan = planPush(pending, own, times, now)
          if (plan.is === 'wait') return
          position = pending.at(-1)?.id ?? position
          if (plan.is === 'send') sent.push({ at: now, ids: plan.entries.map(({ id }) => id) })
        }
        for (const { wait, useful } of waits) {
          now += wait
          all.push(entry(all.length + 1, { useful_until: useful === null ? Infinity : now + useful }))
          look()
        }
        // A day later nothing is waiting.
        for (let rest = 0; rest < 48 * 4; rest++) {
          now += 15 * minute
          look()
        }
        const ids = sent.flatMap((one) => one.ids)
        expect(new Set(ids).size).toBe(ids.length)
        for (const [index, { at, ids: told }] of sent.entries()) {
          expect(isQuiet({ ...own, digest_minutes: 0 }, at)).toBe(false)
          const next = sent[index + own.most_per_hour]
          if (next) expect(next.at - at).toBeGreaterThanOrEqual(hour)
          for (const id of told) expect(all[id - 1]?.useful_until).toBeGreaterThan(at)
        }
        for (const { id, useful_until } of all) if (useful_until === Infinity) expect(ids).toContain(id)
      }),
      { numRuns: 60 },
    )
  })

  test('leave out what was read elsewhere', () => {
    expect(planPush([entry(1, { is_read: true })], rules, [], 0)).toEqual({ is: 'skip' })
    const plan = planPush([entry(1, { is_read: true }), entry(2)], rules, [], 0)
    expect(plan.is === 'send' && plan.entries.map(({ id }) => id)).toEqual([2])
  })

  test('are dropped in quiet hours once useless, and otherwise wait', () => {
    const quiet = { ...rules, quiet_from: 0, quiet_to: 1439 }
    expect(planPush([entry(1, { useful_until: 5 })], quiet, [], 5)).toEqual({ is: 'skip' })
    expect(planPush([entry(1)], quiet, [], 5)).toEqual({ is: 'wait' })
  })
})

describe('a message', () => {
  test('has the text of its notice, and expires when it becomes useless', () => {
    expect(composePush([entry(5, { useful_until: 90_500 })], 0)).toEqual({
      notice: {
        title: 'Autumn Muster',
        body: 'Your report was approved: Objective 5',
        link: '/submissions?mine=true&event=3',
        tag: 'notice-5',
      },
      ttl_seconds: 91,
      urgency: 'normal',
      topic: 'notice-5',
    })
  })

  test('a newer change of rank replaces the older; a decision replaces none', () => {
    const lost = (id: number) => composePush([entry(id, { kind: 'overtaken', useful_until: hour })], 0).topic
    expect([lost(1), lost(2)]).toEqual(['overtaken-3_', 'overtaken-3_'])
  })

  test('several notices are one message, newest first, the rest counted', () => {
    const [first, ...others] = [1, 2, 3, 4, 5, 6].map((id) => entry(id, { useful_until: hour }))
    const { notice } = composePush([first as PersonalEntry, ...others], 0)
    expect([notice.title, notice.body.split('\n').length]).toEqual(['6 notices', 5])
    expect(notice.body).toMatch(/^Your report was approved: Objective 6\n[^]*… and 2 more$/)
  })

  test('always fits into what push services accept, with a topic that they accept', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 1500 })
    const entries = fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 2 ** 40 }), kind: fc.constantFrom(...personalNoticeKinds), text: texts }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(entries, (drawn) => {
        const [first, ...others] = drawn.map(({ id, kind, text }) =>
          entry(id, {
            kind,
            event_id: 2 ** 31 - 1,
            useful_until: hour,
            values: { objective: text, problem: text, rivals: text },
          }),
        )
        const message = composePush([first as PersonalEntry, ...others], 0)
        expect(new TextEncoder().encode(JSON.stringify(PushedNotice.parse(message.notice))).length).toBeLessThan(3900)
        expect(message.topic).toMatch(topicForm)
        expect(message.ttl_seconds).toBeGreaterThanOrEqual(60)
      }),
    )
    for (const id of [1, 10, 100, 1000, 2 ** 31 - 1]) expect(composePushTest(id).topic).toMatch(topicForm)
  })
})

test('every kind has a text, and a topic that fits', () => {
  for (const [kind, row] of Object.entries(personalKindRows)) {
    expect(Object.values(row.texts).length).toBeGreaterThan(0)
    expect(`${kind}-${2 ** 31 - 1}`.length).toBeLessThanOrEqual(32)
  }
})
