import type { Submission } from '@muster/contract/submissions'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { readSubmissions } from '../../../api/people/submissions.ts'
import { changePreferences } from '../../../lib/browser/preferences.ts'
import { anObjective, aTree, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { Toasts } from '../../../ui/overlays/toasts.tsx'
import type { DeskSearch } from './desk-search.ts'
import { JudgeDesk } from './judge-desk.tsx'

const fetched = vi.spyOn(globalThis, 'fetch')
const at = (minutes: number) => new Date(now_ms + minutes * 60_000).toISOString()
const aSubmission = (fields: Partial<Record<keyof Submission, unknown>>) =>
  ({
    objective_id: 50,
    team_id: 2,
    user_id: 20,
    timestamp: at(-60),
    number: 1,
    proof: 'https://clips.example/1.png',
    comment: '',
    item_name: null,
    counts_as: null,
    same_item_as: null,
    submitted_at: at(-40),
    approval_status: 'PENDING',
    review_comment: null,
    reviewer_id: null,
    reviewed_at: null,
    version: 3,
    ...fields,
  }) as unknown as Submission

/** The server's data, and the requests to it. */
let stored: Submission[] = []
let claims: object[] = []
let sent: { method: string; path: string; body: unknown }[] = []
let copied = ''
let refusal: { status: number; code: string } | null = null

const answer = (status: number, body?: unknown) => new Response(body === undefined ? null : JSON.stringify(body), { status })

function serve(url: string, init: RequestInit | undefined): Response {
  const path = new URL(url, 'http://muster.test').pathname
  const method = init?.method ?? 'GET'
  if (method === 'GET') {
    if (path.endsWith('/claims')) return answer(200, claims)
    if (path.endsWith('/history')) return answer(200, [])
    if (path.endsWith('/item')) return answer(200, { text: copied })
    return answer(200, stored)
  }
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  sent.push({ method, path, body })
  if (refusal) return answer(refusal.status, { error: 'Refused', code: refusal.code })
  if (path.endsWith('/claim')) return method === 'DELETE' ? answer(204) : answer(200, {})
  const id = Number(/submissions\/(\d+)/.exec(path)?.[1])
  const decided = { ...stored.find((each) => each.id === id), ...(body as object), version: 4, reviewed_at: at(0) }
  stored = stored.map((each) => (each.id === id ? (decided as Submission) : each))
  return answer(200, decided)
}

function Desk() {
  const [search, setSearch] = useState<DeskSearch>({})
  return (
    <>
      <JudgeDesk search={search} onSearch={(change) => setSearch((before) => ({ ...before, ...change }))} />
      <Toasts label="Messages" closeLabel="Close" />
    </>
  )
}

const show = async (submissions: readonly Submission[], own_team_id: number | null = null) => {
  stored = [...submissions]
  const bounty = { id: 50, parent_id: 2, name: 'Kill it', objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' }
  const race = { ...bounty, id: 51, name: 'Be fast' }
  const isRing = { id: 1, field: 'ITEM_CLASS', operator: 'EQ', value: 'Ring', any_of: null }
  const isUnique = { id: 2, field: 'RARITY', operator: 'EQ', value: 'Unique', any_of: null }
  const rings = { id: 52, parent_id: 2, name: 'Unique ring', required_number: 1, conditions: [isRing, isUnique] }
  const tree = aTree(...[bounty, race].map((each) => anObjective({ ...each, required_number: 1 })), anObjective(rings))
  seedEvent({ own_team_id, tree })
  queryClient.setQueryData(readSubmissions('current').queryKey, [...submissions])
  queryClient.setQueryData(read('getSubmissionClaims', eventInput('current')).queryKey, claims as never)
  queryClient.setQueryData(read('getUser', {}).queryKey, {
    id: 99,
    display_name: 'Corla',
    permissions: ['submission_judge'],
  } as never)
  const view = await renderInEvent(<Desk />)
  await act(async () => {})
  return view
}
const press = async (key: string) => {
  await act(async () => {
    fireEvent.keyDown(document.body, { key })
  })
}
const click = async (name: string | RegExp) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
}
const entry = () => screen.getByRole('article')
const isOpen = (name: string) => within(entry()).queryByRole('heading', { name }) !== null
const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason, shown to the team')
const decisions = () => sent.filter(({ path }) => path.endsWith('/review'))

const two = () => [aSubmission({ id: 1, submitted_at: at(-10), objective_id: 51 }), aSubmission({ id: 2, submitted_at: at(-41) })]

beforeEach(() => {
  sent = []
  claims = []
  refusal = null
  fetched.mockReset()
  fetched.mockImplementation((url, init) => Promise.resolve(serve(String(url instanceof Request ? url.url : url), init)))
  changePreferences({ timeZone: 'UTC' })
})
afterEach(() => {
  vi.clearAllMocks()
})

describe('the judge desk', () => {
  test('opens the longest wait, and is navigated with the keys', async () => {
    await show(two())
    expect(screen.getByText(/2 are waiting. The oldest has waited 41 min/)).toBeTruthy()
    expect(isOpen('Kill it')).toBe(true)
    await press('j')
    expect(isOpen('Be fast')).toBe(true)
    await press('j')
    expect(isOpen('Be fast')).toBe(true)
    await press('k')
    expect(isOpen('Kill it')).toBe(true)
    await press('?')
    expect(screen.getByRole('dialog', { name: 'Keys of the judge desk' })).toBeTruthy()
  })

  test('approves the shown version, moves to the next, and takes back by another decision', async () => {
    await show(two())
    await press('a')
    expect(decisions()).toEqual([
      expect.objectContaining({ body: { approval_status: 'APPROVED', review_comment: '', base_version: 3 } }),
    ])
    expect(isOpen('Be fast')).toBe(true)
    await screen.findByText('Approved: Kill it')
    await click('Undo')
    expect(decisions().at(-1)).toMatchObject({ body: { approval_status: 'PENDING', base_version: 4 } })
  })

  test('rejects only with a reason, and keys are letters while typing', async () => {
    await show(two())
    await press('r')
    expect(screen.getByText('Say why you reject it.')).toBeTruthy()
    expect(document.activeElement).toBe(reason())
    await act(async () => {
      fireEvent.keyDown(reason(), { key: 'a' })
    })
    expect(decisions()).toEqual([])
    await click('The proof does not open.')
    await click(/Reject/)
    expect(decisions()).toEqual([
      expect.objectContaining({
        path: '/api/events/current/submissions/2/review',
        body: { approval_status: 'REJECTED', review_comment: 'The proof does not open.', base_version: 3 },
      }),
    ])
  })

  test('asks the player for more with two keys; the submission leaves the queue until its player changes it', async () => {
    await show(two())
    await press('m')
    expect(screen.getByText('Say what the player should add.')).toBeTruthy()
    reason().blur()
    await press('6')
    await press('m')
    expect(decisions()).toMatchObject([
      { body: { approval_status: 'PENDING', review_comment: 'Please add a clip that shows it.', base_version: 3 } },
    ])
    expect(isOpen('Be fast')).toBe(true)
    expect(await screen.findByText('The player is asked: Kill it')).toBeTruthy()
    await click('Asked 1')
    expect(isOpen('Kill it')).toBe(true)
    await click(/Back to waiting/)
    expect(decisions().at(-1)).toMatchObject({ body: { approval_status: 'PENDING', review_comment: '' } })
  })

  test('takes back a decision without asking: an old comment does not go with it', async () => {
    await show([aSubmission({ id: 2, review_comment: 'Please add a clip.', reviewed_at: at(-50), submitted_at: at(-41) })])
    await press('a')
    await screen.findByText('Approved: Kill it')
    await click('Undo')
    expect(decisions().at(-1)).toMatchObject({ body: { approval_status: 'PENDING', review_comment: '' } })
  })

  test('keeps the reason when the submission changed meanwhile, and says so', async () => {
    await show(two())
    fireEvent.change(reason(), { target: { value: 'too blurred' } })
    refusal = { status: 409, code: 'changed_meanwhile' }
    await click(/Reject/)
    expect(screen.getByRole('alert').textContent).toContain('This changed while you were looking')
    expect(reason().value).toBe('too blurred')
    expect(isOpen('Kill it')).toBe(true)
  })

  test('shows an entry of the viewer’s own team, with the reason why it cannot be decided', async () => {
    await show([aSubmission({ id: 2 })], 2)
    expect(screen.getByText('You cannot judge your own team')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
    await press('a')
    await press('c')
    expect(sent).toEqual([])
  })

  test('claims with C, and releases when moving to the next', async () => {
    await show(two())
    claims = [{ submission_id: 2, judge: { id: 99, display_name: 'Corla' }, claimed_at: at(0), expires_at: at(3) }]
    await press('c')
    expect(sent).toMatchObject([{ method: 'PUT', path: '/api/events/current/submissions/2/claim', body: { take_over: false } }])
    await vi.waitFor(() => expect(screen.getByRole('button', { name: /Release/ })).toBeTruthy())
    await press('j')
    await vi.waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/events/current/submissions/2/claim' }),
    )
  })

  test('names the judge of a claimed entry, allows no decision meanwhile, and offers to take it over', async () => {
    claims = [{ submission_id: 2, judge: { id: 7, display_name: 'Aster' }, claimed_at: at(0), expires_at: at(3) }]
    await show(two())
    expect(screen.getByText('Aster is judging this')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
    await press('a')
    expect(sent).toEqual([])
    await click('Take over')
    expect(sent).toMatchObject([{ method: 'PUT', body: { take_over: true } }])
  })

  test('loads a picture only on request, and without a referrer', async () => {
    await show(two())
    expect(screen.queryByRole('img', { name: 'Proof from clips.example' })).toBeNull()
    await click('Show the picture')
    const picture = screen.getByRole<HTMLImageElement>('img', { name: 'Proof from clips.example' })
    expect(picture.getAttribute('referrerpolicy')).toBe('no-referrer')
    fireEvent.error(picture)
    expect(screen.getByText('The picture could not be loaded. Open the link instead.')).toBeTruthy()
  })

  test('W-03: shows a proof as text, and only addresses as links', async () => {
    await show([aSubmission({ id: 2, proof: '<img src=x onerror=alert(1)> javascript:alert(1) https://a.example/ok http://%' })])
    expect(entry().textContent).toContain('<img src=x onerror=alert(1)>')
    const links = within(entry()).getAllByRole<HTMLAnchorElement>('link')
    expect(links.every((link) => link.href === 'https://a.example/ok')).toBe(true)
    expect(links.every((link) => link.rel.includes('noreferrer'))).toBe(true)
  })
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
    copied = ring.join('\n')
    await show([aReport({ id: 2 })])
    const shown = await screen.findByRole('region', { name: 'Reported item' })
    expect((await within(shown).findByLabelText('Copied text')).textContent).toBe(copied)
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
    copied = ring.slice(0, 6).join('\n').replace('Rare', 'Unique')
    await show([aReport({ id: 2 })])
    expect(await screen.findByText('Counts for this objective, as 1')).toBeTruthy()
  })

  test('says that its text was removed with the raw data', async () => {
    copied = ''
    await show([aReport({ id: 2 })])
    expect(await screen.findByText('Its text was removed with the raw data of the event.')).toBeTruthy()
  })

  test('says that it counts already, and opens the earlier report of the same item', async () => {
    copied = ring.join('\n')
    const earlier = aReport({ id: 1, submitted_at: at(-30), approval_status: 'APPROVED', reviewed_at: at(-20) })
    await show([earlier, aReport({ id: 2, counts_as: 'reported', same_item_as: 1, comment: 'the second' })])
    expect(within(entry()).getByText('Counts already, on the player’s word')).toBeTruthy()
    expect(entry().textContent).toContain('the second')
    await click(/^Same item as submission 1 by/)
    expect(entry().textContent).not.toContain('the second')
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
  /** What a judge needs for a key and for a decision, in seconds, by the keystroke-level model. */
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
    expect(screen.getByText('Nothing is waiting')).toBeTruthy()
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
    claims = [{ submission_id: 7, judge: { id: 7, display_name: 'Aster' }, claimed_at: at(0), expires_at: at(3) }]
    const reports = listReports(24).map((each) => (each.id === 13 ? { ...each, same_item_as: each.id } : each))
    await show(reports)
    await press('g')
    await act(async () => {
      fireEvent.keyDown(document.body, { key: 'A', shiftKey: true })
    })
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

  test('says how many of a group another judge has decided meanwhile', async () => {
    await show(listReports(6))
    await press('g')
    await act(async () => {
      fireEvent.keyDown(document.body, { key: 'A', shiftKey: true })
    })
    refusal = { status: 409, code: 'changed_meanwhile' }
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

describe('places in bulk', () => {
  const choose = (label: string, value: number) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: String(value) } })

  test('belong to different teams, are in order, and are shown before they are sent', async () => {
    await show([aSubmission({ id: 9, approval_status: 'APPROVED', reviewed_at: at(-1) })])
    await click('Enter places')
    await vi.waitFor(() => screen.getByLabelText('Objective'))
    await click('Give places')
    expect(screen.getByRole('alert').textContent).toBe('Choose an objective')
    choose('Objective', 50)
    choose('1st place', 2)
    choose('3rd place', 2)
    expect(screen.getByText('This team has a place already.')).toBeTruthy()
    choose('3rd place', 1)
    expect(screen.getByText('Fill the places above first.')).toBeTruthy()
    await click('Give 2 places')
    expect(sent).toEqual([])
    choose('3rd place', 0)
    choose('2nd place', 1)
    expect(screen.getByText('Tidebreakers already has 1 approved submission for this.')).toBeTruthy()
    await click('Give 2 places')
    expect(sent).toMatchObject([
      { method: 'PUT', path: '/api/events/current/submissions/admin', body: { objective_id: 50, team_ids: [2, 1] } },
    ])
  })
})
