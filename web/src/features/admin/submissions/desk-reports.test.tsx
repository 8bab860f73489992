import type { Submission } from '@muster/contract/submissions'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aSubmission, at } from '../../../test-submission.ts'
import { click, decisions, entry, fetched, press, resetDesk, server, show } from './test-desk.tsx'

beforeEach(resetDesk)
afterEach(() => {
  vi.clearAllMocks()
})

describe('a reported item', () => {
  const ring = [
    'Item Class: Rings',
    'Rarity: Rare',
    'Gale Loop',
    'Ruby Ring',
    '--------',
    'Item Level: 79',
    '--------',
    'Tidal Bond: 3',
  ]
  const aReport = (fields: Partial<Record<keyof Submission, unknown>>) =>
    aSubmission({ objective_id: 52, item_name: 'Gale Loop, Ruby Ring', ...fields })

  test('shows its text, each condition with the value of the item, and the unread lines', async () => {
    server.copied = ring.join('\n')
    await show([aReport({ id: 2 })])
    const shown = await screen.findByRole('region', { name: 'Reported item' })
    expect((await within(shown).findByLabelText('Copied text')).textContent).toBe(server.copied)
    expect(shown.textContent).toContain('Does not count for this objective now')
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'holds: Its item class is RingThe item has: “Ring”.',
      'fails: Its rarity is UniqueThe item has: “Rare”. Without this condition it would count.',
      'Line 8Tidal Bond: 3',
    ])
  })

  test('counts, if all conditions hold', async () => {
    server.copied = ring.slice(0, 6).join('\n').replace('Rare', 'Unique')
    await show([aReport({ id: 2 })])
    expect(await screen.findByText('Counts for this objective, as 1')).toBeTruthy()
  })

  test('says that its text was removed with the raw data', async () => {
    server.copied = ''
    await show([aReport({ id: 2 })])
    expect(await screen.findByText('Its text was removed with the raw data of the event.')).toBeTruthy()
  })

  test('says that it counts already, and opens the earlier report of the same item', async () => {
    server.copied = ring.join('\n')
    const earlier = aReport({ id: 1, submitted_at: at(-30), approval_status: 'APPROVED', reviewed_at: at(-20) })
    await show([earlier, aReport({ id: 2, counts_as: 'reported', same_item_as: 1, comment: 'the second' })])
    expect(within(entry()).getByText('Counts already, on the player’s word')).toBeTruthy()
    expect(entry().textContent).toContain('the second')
    await click(/^Same item as submission 1 by/)
    expect(entry().textContent).not.toContain('the second')
  })

  test('says after Undo that it no longer counts', async () => {
    await show([aReport({ id: 2, counts_as: 'reported' }), aReport({ id: 3, submitted_at: at(-5) })])
    await press('a')
    await screen.findByText('Approved: Unique ring')
    await click('Undo')
    expect(await screen.findByText('Undone: Unique ring')).toBeTruthy()
    expect(screen.getByText('It no longer counts until a judge approves it.')).toBeTruthy()
  })

  test('fetches the text of the next while this one is read', async () => {
    await show([aReport({ id: 2, submitted_at: at(-50) }), aReport({ id: 3 })])
    const asked = fetched.mock.calls.map(([url]) => String(url instanceof Request ? url.url : url))
    expect(asked.filter((url) => url.endsWith('/3/item'))).toHaveLength(1)
  })
})

describe('the queue by player and kind', () => {
  /** Plain reports of six players in turn, the longest wait first. */
  const listReports = (count: number) =>
    Array.from({ length: count }, (_, place) =>
      aSubmission({
        id: place + 1,
        objective_id: 52,
        item_name: 'Gale Loop, Ruby Ring',
        user_id: 20 + (place % 6),
        submitted_at: at(place - count),
      }),
    )
  /** Seconds that a judge needs for a key and for a decision (keystroke-level model). */
  const model = { key: 0.28, decision: 1.35 }
  const tenMinutes = 600

  test('sixty plain reports are decided one by one with a key each, well within ten minutes', async () => {
    const reports = listReports(60)
    await show(reports)
    await press('g')
    expect(screen.getAllByRole('heading', { name: /: Items$/ })).toHaveLength(6)
    for (const _ of reports) await press('a')
    expect(decisions()).toHaveLength(60)
    const keys = 1 + reports.length
    expect(keys * model.key + reports.length * model.decision).toBeLessThan(tenMinutes)
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy()
  }, 240_000)

  test('is stepped through by group, and keeps its order while the judge decides', async () => {
    await show(listReports(12))
    await press('g')
    await press('n')
    expect(decisions()).toEqual([])
    await press('a')
    expect(decisions().map(({ path }) => path)).toEqual(['/api/events/current/submissions/2/review'])
    await press('a')
    expect(decisions().at(-1)?.path).toBe('/api/events/current/submissions/8/review')
    await press('k')
    await press('k')
    await press('a')
    expect(decisions().at(-1)?.path).toBe('/api/events/current/submissions/1/review')
  })

  test('approves all of a group after a confirmation, one by one, without doubles and claims of others', async () => {
    server.claims = [{ submission_id: 7, judge: { id: 7, display_name: 'Aster' }, claimed_at: at(0), expires_at: at(3) }]
    const reports = listReports(24).map((each) => (each.id === 13 ? { ...each, same_item_as: each.id } : each))
    await show(reports)
    await press('g')
    await press('A', true)
    const dialog = screen.getByRole('dialog', { name: /^Approve 2 submissions by / })
    expect(dialog.textContent).toContain('They count for 1 objective, from the times they happened.')
    expect(dialog.textContent).toContain('1 is left out: another judge has it.')
    expect(dialog.textContent).toContain('1 is left out: the item was reported before.')
    await click('Approve 2')
    expect(decisions().map(({ path }) => path)).toEqual([
      '/api/events/current/submissions/1/review',
      '/api/events/current/submissions/19/review',
    ])
    expect(await screen.findByText(/^2 submissions by .* approved$/)).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: /^Approve/ })).toBeNull()
  })

  test('goes on to the next group after a group, and to undecided ones while the list is still old', async () => {
    const reports = listReports(3)
    await show(reports)
    server.listed = reports
    await press('g')
    await press('n')
    await press('A', true)
    await click('Approve 1')
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: /^Approve/ })).toBeNull(), { timeout: 10_000 })
    await press('a')
    await press('a')
    expect(decisions().map(({ path }) => path)).toEqual([
      '/api/events/current/submissions/2/review',
      '/api/events/current/submissions/3/review',
      '/api/events/current/submissions/1/review',
    ])
  })

  test('opens the first submission that is left out, after the only group', async () => {
    const reports = listReports(7).filter(({ user_id }) => (user_id as number) === 20)
    await show(reports.map((each) => (each.id === 7 ? { ...each, same_item_as: each.id, comment: 'left out' } : each)))
    server.listed = server.stored
    await press('g')
    await press('A', true)
    await click('Approve 1')
    await vi.waitFor(() => expect(entry().textContent).toContain('left out'), { timeout: 10_000 })
  })

  test('keeps the focus in the dialog while a group is being approved; the keys do nothing meanwhile', async () => {
    await show(listReports(6))
    await press('g')
    await press('A', true)
    screen.getByRole('button', { name: 'Approve 1' }).focus()
    fetched.mockImplementation(() => new Promise(() => {}))
    await click('Approve 1')
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: '0 of 1' })).disabled).toBe(false)
    await press('a')
    await press('c')
    expect(fetched.mock.calls.filter(([, init]) => (init?.method ?? 'GET') !== 'GET')).toHaveLength(1)
  })

  test('says how many of a group another judge has decided meanwhile', async () => {
    await show(listReports(6))
    await press('g')
    await press('A', true)
    server.refusal = { status: 409, code: 'changed_meanwhile' }
    await click('Approve 1')
    expect(await screen.findByText('1 was not: it changed, or another judge has it.')).toBeTruthy()
  })

  test('rejects with two keys: the number of a reason, and R', async () => {
    await show(listReports(2))
    await press('4')
    await press('r')
    expect(decisions()).toMatchObject([
      { body: { approval_status: 'REJECTED', review_comment: 'This item was reported before.' } },
    ])
  })
})
