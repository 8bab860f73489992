import type { PlayerRecord } from '@muster/contract/records'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queryClient } from '../../api/calls/queries.ts'
import { readRecord } from '../../api/people/record.ts'
import { askForReceipt, useReceiptRequest } from '../../api/scores/receipt-request.ts'
import { anEvent, renderInEvent, seedEvent } from '../../test-event.tsx'
import { countClasses } from './record-classes.tsx'
import { RecordPage, RecordRobots } from './record-page.tsx'

const made = <T,>(plain: unknown): T => plain as T
const team = { id: 2, name: 'Tidebreakers', abbreviation: 'TID', color: '#2f6fed', logo: null, teams: 3, members: 8 }
const current = { id: 4, name: 'Winter Muster (PL1)', game_version: 'poe1', is_current: true }
const aCharacter = (id: string, level: number, ascendancy: string) => ({
  id,
  name: `Wren${id}`,
  level,
  ascendancy,
  main_skill: 'Spark',
})

const record = (more: Partial<Record<keyof PlayerRecord, unknown>> = {}): PlayerRecord =>
  made({
    user: { id: 7, display_name: 'Brannoc' },
    sharing: { shown_to: 'everyone', shows_hours: true },
    is_whole: true,
    totals: { events: 2, wins: 1, podiums: 1, points: 1046, firsts: 1, played_ms: 77_400_000 },
    events: [
      {
        event: { ...current, event_start_time: anEvent.event_start_time, event_end_time: anEvent.event_end_time },
        team: { ...team, rank: 2, rank_inside: 5 },
        brought: { points: 1000, firsts: 1 },
        played_ms: 75_600_000,
        characters: [aCharacter('a', 92, 'Occultist'), aCharacter('b', 70, '')],
      },
      {
        event: {
          ...current,
          id: 3,
          name: 'Autumn',
          is_current: false,
          event_start_time: '2026-08-01T12:00:00Z',
          event_end_time: '2026-08-03T12:00:00Z',
        },
        team: { ...team, id: 90, name: 'Saltmarch', rank: 1, rank_inside: null },
        brought: { points: 46, firsts: 0 },
        played_ms: 1_800_000,
        characters: [aCharacter('c', 97, 'Occultist')],
      },
    ],
    finds: [
      {
        event_id: 3,
        team_id: 90,
        objective_id: 118,
        name: 'Goldrim',
        category: 'Uniques',
        objective_type: 'ITEM',
        conditions: [{ id: 1, field: 'BASE_TYPE', operator: 'EQ', value: 'Leather Cap', any_of: null }],
        points: 40,
        rank: 1,
        found_at: Date.parse('2026-08-02T14:30:00Z') / 1000,
      },
    ],
    ...more,
  })

const shown = async (answer: PlayerRecord | null) => {
  queryClient.setQueryData(readRecord(7).queryKey, answer)
  await renderInEvent(
    <>
      <RecordRobots user_id={7} />
      <RecordPage user_id={7} login={(label) => <button type="button">{label}</button>} />
      <Asked />
    </>,
    '/profile/7',
  )
}
function Asked() {
  const request = useReceiptRequest()
  return <output>{request && `${request.objective_id} of ${request.team_id} at ${window.location.pathname}`}</output>
}
const isLeftOut = () => document.querySelector('meta[name="robots"]')?.getAttribute('content') === 'noindex'

beforeEach(() => seedEvent({}))
afterEach(() => {
  askForReceipt(null)
  cleanup()
})

describe('the record of a player', () => {
  test('shows all events in six numbers, then each with team, rank, points and characters', async () => {
    await shown(record())
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brannoc')
    const totals = document.querySelector('dl')
    expect([...(totals?.children ?? [])].map((one) => one.textContent)).toEqual([
      'events2',
      'win1',
      'podium1',
      'points contributed1,046',
      'first1',
      'hours played21.5',
    ])
    const rows = within(screen.getByRole('region', { name: 'Events' })).getAllByRole('heading', { level: 3 })
    expect(rows.map((row) => row.textContent)).toEqual(['Winter Muster', 'Autumn'])
    const [first, second] = rows.map((row) => row.closest('li')?.textContent ?? '')
    for (const words of [
      'running',
      'Tidebreakers',
      '2nd of 3 teams',
      '+1,000 points',
      '5th of 8 in the team',
      '1 first',
      '21.0 h played',
      'Wrena',
      'Level 70 unknown class',
    ])
      expect(first).toContain(words)
    expect(second).toContain('1st of 3 teams')
    expect(second).not.toContain('in the team')
  })

  test('links to the pages of each event, of the current one without its number', async () => {
    await shown(record())
    const addresses = ['Winter Muster', 'Scores of Autumn', /Wrenc/].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    )
    expect(addresses).toEqual(['/', '/scores/ladder?event=3', '/profile/7/3/c?event=3'])
  })

  test('draws the points of each event, oldest first, unless there is only one', async () => {
    await shown(record())
    const chart = screen.getByRole('region', { name: /event by event/ })
    expect(
      within(chart)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['46Autumn', '1,000Winter Muster'])
    cleanup()
    await shown(record({ events: record().events.slice(0, 1), finds: [] }))
    expect(screen.queryByRole('region', { name: /event by event/ })).toBeNull()
    expect(screen.getByText(/No finds with points yet/)).toBeDefined()
  })

  test('a find has its objective, event and time, and opens its receipt', async () => {
    await shown(record())
    const find = screen.getByRole('button', { name: 'Why +40 for Goldrim' })
    expect(find.textContent).toBe('Goldrim Leather CapUniques, Autumn 26:301 First of all teams+40')
    fireEvent.click(find)
    await expect.poll(() => screen.getByRole('status').textContent).toContain('118 of 90')
  })

  test('without the right to everything shows events and characters, and how to see more', async () => {
    const events = record().events.map((row) => ({ ...row, team: null, brought: null, played_ms: null }))
    await shown(
      record({ is_whole: false, totals: null, finds: [], events, sharing: { shown_to: 'logged_in', shows_hours: false } }),
    )
    expect(screen.getByText(/shown to people who are logged in/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Log in to see them' })).toBeDefined()
    expect(screen.getByRole('link', { name: /Wrena/ })).toBeDefined()
    for (const name of ['Best finds', /event by event/]) expect(screen.queryByRole('region', { name })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
  })

  test('of an unknown player, and of a hidden one, looks the same', async () => {
    await shown(null)
    expect(screen.getByText('Player not found')).toBeDefined()
    expect(isLeftOut()).toBe(true)
  })

  test('without an event links to the current one', async () => {
    await shown(
      record({ events: [], finds: [], totals: { events: 0, wins: 0, podiums: 0, points: 0, firsts: 0, played_ms: null } }),
    )
    expect(screen.getByText(/Brannoc has not played in an event/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'To the current event' }).getAttribute('href')).toBe('/')
  })

  test.each([
    ['everyone', false],
    ['logged_in', true],
    ['nobody', true],
  ])('when shown to %s: search engines are asked to leave it out: %s', async (shown_to, expected) => {
    await shown(record({ sharing: { shown_to, shows_hours: true } }))
    expect(isLeftOut()).toBe(expected)
  })

  test('the copied link names the player only', async () => {
    const copied: string[] = []
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void copied.push(text) } })
    await shown(record())
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
    await expect.poll(() => copied).toEqual([`${window.location.origin}/profile/7`])
    Reflect.deleteProperty(navigator, 'clipboard')
  })
})

test('classes are counted once an event, most played first; a character without one does not count', () => {
  expect(countClasses([...record().events, { characters: [aCharacter('d', 99, 'Deadeye')] }])).toEqual([
    { name: 'Occultist', events: 2, level: 97 },
    { name: 'Deadeye', events: 1, level: 99 },
  ])
})
