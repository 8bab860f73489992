import type { WhatIf } from '@muster/contract/definition'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { anEvent, seedEvent, renderInEvent } from '../../../test-event.tsx'
import { describeConfirm, pickRivals, readEffect } from './effect.ts'
import { WhatIfPanel } from './what-if-panel.tsx'

const [one = 0, two = 0, three = 0] = anEvent.teams.map(({ id }): number => id)
const at = (hour: number) => new Date(Date.parse(anEvent.event_start_time) + hour * 3_600_000).toISOString()
const aTeam = (team_id: number, points_now: number, points_then: number, rank_now: number, rank_then: number) => ({
  team_id: team_id as never,
  points_now,
  points_then,
  rank_now,
  rank_then,
})
const anEffect = (more: Partial<WhatIf> = {}): WhatIf => ({
  definition_version: 3,
  ledger_sequence: 9,
  teams: [aTeam(one, 100, 70, 1, 2), aTeam(two, 90, 90, 2, 1), aTeam(three, 5, 5, 3, 3)],
  objectives: [
    {
      objective_id: 7,
      key: null,
      name: 'Headhunter',
      path: ['Uniques', 'Belts'],
      teams: [{ team_id: one as never, points_now: 30, points_then: 0 }],
    },
  ],
  history: [1, 2].map((hour) => ({
    timestamp: at(hour),
    teams: [
      { team_id: one as never, points_now: 50 * hour, points_then: 35 * hour },
      { team_id: two as never, points_now: 45 * hour, points_then: 45 * hour },
    ],
  })),
  facts: { read: 120, added: 0, removed: 1 },
  removed: { objectives: 0, conditions: 0, facts: 0, submissions: 0, points: 0 },
  broken_examples: [],
  computed_ms: 640,
  ...more,
})
const edits = [{ kind: 'delete_objective', id: 7 }] as const
const nameOf = (id: number) => anEvent.teams.find((team) => team.id === id)?.name ?? ''
const refuse = (status: number, body: object) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(JSON.stringify(body), { status })))

describe('the effect in words', () => {
  it('says who takes the lead, even if others only lose points', () => {
    expect(readEffect(anEffect())).toEqual({
      touched: 1,
      gaining: 0,
      losing: 1,
      lead: { team_id: two, kind: 'takes', ahead: 20 },
    })
    expect(pickRivals(anEffect())).toEqual([two, one])
  })

  it('says who keeps and shares the lead, and when there is none', () => {
    const leadOf = (...teams: WhatIf['teams']) => readEffect({ teams }).lead
    expect(leadOf(aTeam(one, 9, 8, 1, 1), aTeam(two, 5, 5, 2, 2))).toEqual({ team_id: one, kind: 'keeps', ahead: 3 })
    expect(leadOf(aTeam(one, 9, 5, 1, 1), aTeam(two, 5, 5, 2, 1))).toEqual({ team_id: two, kind: 'shares', ahead: 0 })
    expect(leadOf(aTeam(one, 9, 0, 1, 1), aTeam(two, 5, 0, 2, 1))).toBeNull()
  })

  it('is the button’s label: deletions before changed scores', () => {
    expect(describeConfirm(null)).toBe('Save')
    expect(describeConfirm(anEffect())).toBe('Change the score of 1 team')
    expect(describeConfirm(anEffect({ teams: [aTeam(one, 5, 5, 1, 1)] }))).toBe('Save without changing a score')
    const removed = { objectives: 41, conditions: 80, facts: 9, submissions: 0, points: 1302 }
    expect(describeConfirm(anEffect({ removed }))).toBe('Delete 41 objectives and 1,302 points')
  })
})

describe('the panel', () => {
  it('asks the server, shows all teams after the change, and reports to its page', async () => {
    seedEvent({})
    const fetched = refuse(200, anEffect({ removed: { objectives: 1, conditions: 2, facts: 3, submissions: 0, points: 30 } }))
    const onResult = vi.fn()
    await renderInEvent(<WhatIfPanel eventId={anEvent.id} edits={edits} onResult={onResult} />)
    const rows = await within(await screen.findByRole('table')).findAllByRole('row')
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      expect.stringContaining(nameOf(two)),
      expect.stringContaining(nameOf(one)),
      expect.stringContaining(nameOf(three)),
    ])
    expect(rows[2]?.textContent).toContain('\u221230')
    expect(screen.getByText(`${nameOf(two)} takes the lead`)).toBeTruthy()
    expect(screen.getByText('Uniques / Belts')).toBeTruthy()
    expect(screen.getByRole('img', { name: /compared with/ })).toBeTruthy()
    expect(screen.getByText('Deleted')).toBeTruthy()
    await waitFor(() => expect(onResult).toHaveBeenLastCalledWith(expect.objectContaining({ ledger_sequence: 9 }), null))
    expect(fetched.mock.calls[0]?.[0]).toBe(`/api/events/${anEvent.id}/definition/what-if`)
  })

  it('asks nothing before there is a change', async () => {
    seedEvent({})
    const fetched = refuse(500, {})
    await renderInEvent(<WhatIfPanel eventId={anEvent.id} edits={[]} />)
    expect(screen.getByText('Nothing to compare yet')).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
  })

  it('says why edits cannot be computed, and does not call it a failure', async () => {
    seedEvent({})
    const problems = [{ field: 'edits.0.objective.name', problem: 'is required' }]
    refuse(400, { error: 'The request is not valid', code: 'invalid_request', problems })
    await renderInEvent(<WhatIfPanel eventId={anEvent.id} edits={edits} />)
    expect(await screen.findByText(/^name is required\./)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('offers a retry if the server could not answer', async () => {
    seedEvent({})
    const fetched = refuse(503, { error: 'The preview takes too long; nothing was changed', code: 'preview_too_long' })
    await renderInEvent(<WhatIfPanel eventId={anEvent.id} edits={edits} />)
    const retry = within(await screen.findByRole('alert')).getByRole('button')
    const asked = fetched.mock.calls.length
    retry.click()
    await waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(asked))
  })
})
