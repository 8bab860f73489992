import { noticeKinds, WebhookMessage } from '@muster/contract/notices'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  composeChat,
  composeStandings,
  composeWebhook,
  discordLength,
  escapeMarkdown,
  findTemplateProblem,
  longestText,
  maxNotices,
  renderNotice,
  sampleNotices,
} from './compose.ts'
import type { Notice } from './notice.ts'
import { noticeKindRows } from './notice-kinds.ts'

const event = { id: 7, name: 'Autumn Muster', url: 'https://muster.test/?event=7' }
const scored = (team: string, points = 5): Notice => ({
  kind: 'big_score',
  key: team,
  at: Date.UTC(2026, 0, 16),
  team_id: 1,
  objective_id: 2,
  values: { team, objective: 'Mirror', points },
})

describe('templates', () => {
  test.each(noticeKinds)('the usual text of %s uses placeholders that exist', (kind) => {
    expect(findTemplateProblem(kind, noticeKindRows[kind].template)).toBeNull()
    expect(renderNotice({ kind, values: noticeKindRows[kind].sample }, {})).not.toMatch(/[{}]/)
  })
  test('a custom template replaces the usual text; an empty one does not', () => {
    expect(renderNotice(scored('Owls', 1234), { big_score: 'GG {team} +{points}' })).toBe('GG Owls +1,234')
    expect(renderNotice(scored('Owls'), { big_score: ' ' })).toBe('Owls gains 5 points: Mirror')
  })
  test('an unknown placeholder is found, and values are not placeholders', () => {
    expect(findTemplateProblem('big_score', '{team} {rank}')).toBe('{rank}')
    expect(renderNotice(scored('{points}'), { big_score: '{team}' })).toBe('{points}')
  })
  test.each(['constructor', '__proto__'])('{%s}, a property of every object, is not a placeholder', (name) => {
    const template = `{${name}}`
    expect(findTemplateProblem('big_score', template)).toBe(template)
    expect(composeChat(event, [scored('Owls')], { big_score: template })).toContain(template)
  })
})

describe('Discord', () => {
  test('names are plain text: no mention, no link, no mark, no heading', () => {
    const chat = composeChat(event, [scored('@everyone <@1> [a](https://x.test) **b** ||d||\n# e')], {})
    expect(chat.split('\n')).toEqual([
      '**Autumn Muster**',
      String.raw`• \@everyone \<\@1\> \[a\]\(https\://x\.test\) \*\*b\*\* \|\|d\|\| \# e gains 5 points: Mirror`,
      '<https://muster.test/?event=7>',
    ])
  })
  test('notices fill a message, and the rest is counted', () => {
    const names = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(names, (teams) => {
        const chat = composeChat(
          event,
          teams.map((team) => scored(team)),
          {},
        )
        expect(chat.length).toBeLessThanOrEqual(discordLength)
        const lines = chat.split('\n').filter((line) => line.startsWith('• ')).length
        const more = Number(/^… and (\d+) more$/m.exec(chat)?.[1] ?? 0)
        expect(lines + more).toBe(teams.length)
        expect(chat.isWellFormed()).toBe(true)
      }),
    )
    const standings = Array.from({ length: 200 }, (_, index) => ({
      team_id: index,
      name: 'T'.repeat(50),
      rank: index,
      points: 5,
    }))
    expect(composeStandings(event, standings).length).toBeLessThanOrEqual(discordLength)
  })
  test('a long text of an announcement is never cut in the middle of a character', () => {
    expect(escapeMarkdown(`${'x'.repeat(598)}😀😀`)).toBe(`${'x'.repeat(598)}…`)
  })
})

const toText = (ms: number) => new Date(ms).toISOString()

describe('a message to a program', () => {
  test('fits its schema, and counts notices beyond its bound', () => {
    const notices = [...sampleNotices(noticeKinds, 0), ...Array.from({ length: maxNotices }, () => scored('Owls'))]
    const message = composeWebhook({ id: 'msg_1_4', number: 4, type: 'muster.notices', made_at: 0 }, event, notices, {}, toText)
    expect(WebhookMessage.parse(message)).toEqual(message)
    expect([message.notices.length, message.left_out]).toEqual([maxNotices, noticeKinds.length])
  })
  test('a template that repeats a long value makes a text of bounded length', () => {
    const announcement = { ...scored('Owls'), kind: 'announcement', values: { title: 'News', text: 'x'.repeat(1500) } } as const
    const templates = { announcement: '{text}'.repeat(50) }
    const head = { id: 'msg_1_4', number: 4, type: 'muster.notices', made_at: 0 } as const
    const { notices } = composeWebhook(head, event, [announcement], templates, toText)
    expect(notices[0]?.text).toHaveLength(longestText)
    expect(composeWebhook(head, event, [announcement], {}, toText).notices[0]?.text).toBe(`News: ${'x'.repeat(1500)}`)
  })
})
