import type { Correction } from '@muster/contract/corrections'
import type { Receipt } from '@muster/contract/receipts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient, read } from '../../../api/calls/queries.ts'
import { changePreferences } from '../../../lib/browser/preferences.ts'
import { anObjective, aTree, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { CorrectionsPage } from './corrections-page.tsx'
import type { CorrectionSearch } from './correction-search.ts'

const fetched = vi.spyOn(globalThis, 'fetch')
const at = (minutes: number) => new Date(now_ms + minutes * 60_000).toISOString()
const aCorrection = (fields: Partial<Record<keyof Correction, unknown>>) =>
  ({
    kind: 'tab',
    objective_id: null,
    team_id: 2,
    user_id: null,
    number: null,
    timestamp: null,
    tab: 'loot',
    from: null,
    to: null,
    reason: 'from another event',
    public_note: null,
    proof: null,
    approval: null,
    author: { id: 7, display_name: 'Aster' },
    created_at: at(-5),
    withdrawal: null,
    ...fields,
  }) as unknown as Correction

let stored: Correction[] = []
let sent: { path: string; body: unknown }[] = []
let refusal: object | null = null
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const effect = {
  definition_version: 1,
  ledger_sequence: 9,
  teams: [1, 2, 3].map((team_id) => ({
    team_id,
    points_now: 50,
    points_then: team_id === 2 ? 30 : 50,
    rank_now: 1,
    rank_then: 1,
  })),
  objectives: [],
  history: [],
  facts: { read: 0, added: 0, removed: 0 },
  removed: { objectives: 0, conditions: 0, facts: 0, submissions: 0, points: 0 },
  broken_examples: [],
  computed_ms: 10,
}
const receipt = {
  facts: [
    {
      sequence: 77,
      source: 'stash',
      trust: 'tracked',
      submission_id: null,
      tab: 'loot',
      number: 5,
      timestamp: now_ms / 1000 - 600,
      user: { id: 20, display_name: 'Player 2' },
      verdict: 'counts',
      reason: 'counts',
      ruling: null,
      withdrawal: null,
    },
  ],
} as unknown as Receipt

function serve(url: string, init: RequestInit | undefined): Response {
  const { pathname, searchParams } = new URL(url, 'http://muster.test')
  if ((init?.method ?? 'GET') === 'GET') {
    if (pathname.endsWith('/receipt')) return answer(200, receipt)
    const before = Number(searchParams.get('before') ?? Number.POSITIVE_INFINITY)
    return answer(200, stored.filter(({ id }) => id < before).slice(0, Number(searchParams.get('limit'))))
  }
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  if (pathname.endsWith('/what-if')) return answer(200, effect)
  sent.push({ path: pathname, body })
  if (refusal) return answer(400, refusal)
  return answer(201, aCorrection({ id: 99 }))
}

function Page({ initial }: { initial: CorrectionSearch }) {
  const [search, setSearch] = useState(initial)
  return <CorrectionsPage search={search} onSearch={(change) => setSearch((before) => ({ ...before, ...change }))} />
}

const show = async (
  corrections: readonly Correction[],
  { own_team_id = null, ...initial }: CorrectionSearch & { own_team_id?: number | null } = {},
) => {
  stored = [...corrections]
  seedEvent({ own_team_id, tree: aTree(anObjective({ id: 50, parent_id: 2, name: 'Ten orbs' })) })
  queryClient.setQueryData(read('getUser', {}).queryKey, {
    id: 99,
    display_name: 'Corla',
    permissions: ['submission_judge'],
  } as never)
  const view = await renderInEvent(<Page initial={initial} />)
  if (corrections.length > 0) await screen.findByRole('list', { name: 'Corrections' })
  return view
}
const click = async (name: string | RegExp) => {
  // Sending waits for the preview.
  const button = await screen.findByRole('button', { name })
  await act(async () => {
    fireEvent.click(button)
  })
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const rows = () => within(screen.getByRole('list', { name: 'Corrections' })).getAllByRole('listitem')

beforeEach(() => {
  sent = []
  refusal = null
  fetched.mockReset()
  fetched.mockImplementation((url, init) => Promise.resolve(serve(String(url instanceof Request ? url.url : url), init)))
  changePreferences({ timeZone: 'UTC' })
})
afterEach(() => vi.clearAllMocks())

describe('the list of corrections', () => {
  test('says what was done, to whom, why, by whom, and with which result', async () => {
    await show([
      aCorrection({ id: 3, public_note: 'A tab of another event' }),
      aCorrection({
        id: 2,
        kind: 'addition',
        objective_id: 50,
        tab: null,
        number: 4,
        timestamp: at(-60),
        created_at: null,
        withdrawal: { author: { id: 7, display_name: 'Aster' }, reason: 'it was another team' },
      }),
    ])
    const [tab, addition] = rows()
    expect(tab?.textContent).toContain('Tab “loot”, on every objective')
    expect(tab?.textContent).toContain('from another event')
    expect(tab?.textContent).toContain('A tab of another event')
    expect(addition?.textContent).toContain('Counts 4, Ten orbs')
    expect(addition?.textContent).toContain('Withdrawn by Aster: it was another team')
    expect(within(addition as HTMLElement).queryByRole('button')).toBeNull()
  })

  test('is filtered by state, kind and team', async () => {
    await show([
      aCorrection({ id: 3 }),
      aCorrection({ id: 2, kind: 'player', user_id: 10, team_id: 1, tab: null }),
      aCorrection({ id: 1, withdrawal: { author: null, reason: 'no' } }),
    ])
    expect(rows()).toHaveLength(3)
    await click('In force')
    expect(rows()).toHaveLength(2)
    fill('Kind', 'player')
    expect(rows()).toHaveLength(1)
    expect(rows()[0]?.textContent).toContain('Player 1')
    fill('Team', '2')
    expect(screen.getByText('No correction matches')).toBeTruthy()
  })

  test('comes in pages', async () => {
    await show(Array.from({ length: 60 }, (_, place) => aCorrection({ id: 100 - place })))
    expect(rows()).toHaveLength(50)
    await click('Show older ones')
    await vi.waitFor(() => expect(rows()).toHaveLength(60))
    expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull()
  })

  test('withdraws with a reason, and previews the effect first', async () => {
    await show([aCorrection({ id: 3 })])
    await click('Withdraw')
    const sheet = await screen.findByRole('dialog', { name: 'Withdraw this correction?' })
    await vi.waitFor(() => expect(sheet.textContent).toContain('−20'), 3000)
    const press = within(sheet).getByRole('button', { name: 'Withdraw' })
    await act(async () => {
      fireEvent.click(press)
    })
    expect(sheet.textContent).toContain('Give a reason.')
    fill('Reason', 'it was theirs')
    await act(async () => {
      fireEvent.click(press)
    })
    expect(sent).toEqual([{ path: '/api/events/current/corrections/3/withdrawal', body: { reason: 'it was theirs' } }])
  })

  test('lets nobody withdraw corrections about their own team', async () => {
    await show([aCorrection({ id: 3 })], { own_team_id: 2 })
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
    expect(rows()[0]?.textContent).toContain('This concerns your own team')
  })
})

const waiting = { kind: 'points', tab: null, number: -40, approval: { state: 'waiting', judge: null, reason: null } }

describe('points', () => {
  test('are given or taken with a link to a proof', async () => {
    await show([], { give: true })
    const sheet = await screen.findByRole('dialog', { name: 'Give or take points' })
    expect(within(sheet).queryByText('Objective')).toBeNull()
    fill('Points', '0')
    await click('Give or take these points')
    expect(screen.getByText('Enter a whole number from 1 to 1,000,000, or a negative one.')).toBeTruthy()
    fill('Team', '2')
    fill('Points', '−40')
    fill('Link to a proof (optional)', 'https://clips.test/1')
    fill('Reason', 'late')
    await click('Give or take these points')
    expect(sent).toEqual([
      {
        path: '/api/events/current/manual-points',
        body: { team_id: 2, user_id: null, points: -40, reason: 'late', public_note: '', proof: 'https://clips.test/1' },
      },
    ])
  })

  test('that wait are approved or declined by another judge', async () => {
    await show([aCorrection({ id: 3, ...waiting, proof: 'https://clips.test/1' })])
    expect(rows()[0]?.textContent).toContain('−40 points')
    expect(rows()[0]?.textContent).toContain('Waits for a second person')
    expect(screen.getByRole('link', { name: /clips.test/ }).getAttribute('href')).toBe('https://clips.test/1')
    await click('Decline')
    const sheet = await screen.findByRole('dialog', { name: 'Decline these points?' })
    const press = within(sheet).getByRole('button', { name: 'Decline' })
    await act(async () => {
      fireEvent.click(press)
    })
    expect(sheet.textContent).toContain('Give a reason.')
    fill('Reason', 'not seen')
    await act(async () => {
      fireEvent.click(press)
    })
    expect(sent).toEqual([
      { path: '/api/events/current/corrections/3/decision', body: { is_approved: false, reason: 'not seen' } },
    ])
  })

  test('that wait are only withdrawn by their author', async () => {
    await show([aCorrection({ id: 3, ...waiting, author: { id: 99, display_name: 'Corla' } })])
    expect(rows()[0]?.textContent).toContain('Someone else has to approve these points.')
    expect(
      within(rows()[0] as HTMLElement)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Withdraw'])
  })

  test('name the second person, and declined ones cannot be withdrawn', async () => {
    const judge = { id: 8, display_name: 'Bea' }
    await show([
      aCorrection({ id: 4, ...waiting, approval: { state: 'approved', judge, reason: null } }),
      aCorrection({ id: 3, ...waiting, approval: { state: 'declined', judge, reason: 'not seen' } }),
    ])
    expect(rows()[0]?.textContent).toContain('Approved by Bea')
    expect(rows()[1]?.textContent).toContain('Declined by Bea: not seen')
    expect(within(rows()[1] as HTMLElement).queryByRole('button')).toBeNull()
    await click('In force')
    expect(rows()).toHaveLength(1)
  })
})

describe('a correction', () => {
  test('for a fact of a receipt offers the fact, its tab and its player, and shows the effect', async () => {
    await show([], { fact: 77, objective: 50, for_team: 2 })
    const sheet = await screen.findByRole('dialog', { name: 'Correct the count' })
    expect(sheet.textContent).toContain('stash tab loot')
    await vi.waitFor(() => expect(sheet.textContent).toContain('−20'), 3000)
    fireEvent.click(screen.getByLabelText('Exclude its tab'))
    fill('Objective', '')
    fill('Reason', 'filled elsewhere')
    fill('Text on receipts', 'not a tab of this event')
    await click('Exclude this tab')
    expect(sent).toEqual([
      {
        path: '/api/events/current/exclusions',
        body: {
          kind: 'tab',
          fact: 77,
          objective_id: null,
          team_id: null,
          user_id: null,
          from: null,
          to: null,
          reason: 'filled elsewhere',
          public_note: 'not a tab of this event',
        },
      },
    ])
  })

  test('keeps every input when the server refuses, and shows the error beside the field', async () => {
    await show([], { new: true })
    await screen.findByRole('dialog', { name: 'Correct the count' })
    await click('Add this entry')
    expect(screen.getAllByText('This is required.').length).toBe(3)
    expect(screen.getByText('Enter a whole number.')).toBeTruthy()
    fill('Team', '2')
    fill('Objective', '50')
    fill('Value', '3')
    fill('Reason', 'seen on stream')
    refusal = {
      error: 'The request is not valid',
      code: 'invalid_request',
      problems: [{ field: 'number', problem: 'is too much' }],
    }
    await click('Add this entry')
    expect(sent).toMatchObject([{ path: '/api/events/current/corrections', body: { objective_id: 50, team_id: 2, number: 3 } }])
    await vi.waitFor(() => expect(screen.getByText('This is too much.')).toBeTruthy())
    expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('3')
  })

  test('for the viewer’s own team is not offered', async () => {
    await show([], { fact: 77, objective: 50, for_team: 2, own_team_id: 2 })
    const sheet = await screen.findByRole('dialog', { name: 'Correct the count' })
    expect(sheet.textContent).toContain('You cannot correct the count of your own team')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exclude this entry' }).disabled).toBe(true)
  })
})
