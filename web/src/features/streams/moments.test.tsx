import type { Moment } from '@muster/contract/moments'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { Moments } from './moments.tsx'

const downloaded = vi.hoisted(() => [] as string[][])
vi.mock('../../lib/browser/download.ts', () => ({ downloadFile: (...file: string[]) => downloaded.push(file) }))

const aMoment = (sequence: number, more: Partial<Moment> = {}): Moment =>
  ({
    sequence,
    objective_id: 30,
    team_id: 1,
    at: now_ms / 1000,
    points: 30,
    finished: true,
    is_first: true,
    took_lead: false,
    streams: [
      { user_id: 900, login: 'adaplays', video_id: '77', offset_seconds: 3723, url: 'https://www.twitch.tv/videos/77?t=1h2m3s' },
    ],
    ...more,
  }) as Moment

let asked: string[]
let moments: readonly Moment[]
beforeEach(() => {
  asked = []
  downloaded.length = 0
  moments = [
    aMoment(1),
    aMoment(2, {
      took_lead: true,
      streams: [{ user_id: 901, login: 'ben', offset_seconds: 5, url: 'https://www.twitch.tv/ben' }] as Moment['streams'],
    }),
  ]
  seedEvent({})
  vi.spyOn(globalThis, 'fetch').mockImplementation((url) => {
    asked.push(url as string)
    const isFile = /\.(csv|edl)/.test(url as string)
    return Promise.resolve(isFile ? new Response('file') : Response.json(moments))
  })
})
afterEach(() => vi.restoreAllMocks())

test('a moment links to its second of the video, or to the channel with the time', async () => {
  await renderInEvent(<Moments />)
  const [first, second] = await screen.findAllByRole('listitem')
  const link = within(first as HTMLElement).getByRole('link')
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://www.twitch.tv/videos/77?t=1h2m3s',
    'noreferrer',
  ])
  expect(first?.textContent).toContain('at about 1:02:03')
  expect(first?.textContent).toContain('First to finish')
  expect(second?.textContent).toContain('Channel of ben')
  expect(second?.textContent).toContain('at about 0:05, no video yet')
  expect(second?.textContent).toContain('Took the lead')
})

test('another order or team is asked of the server, and an empty team offers the others', async () => {
  await renderInEvent(<Moments />)
  await screen.findAllByRole('listitem')
  fireEvent.click(screen.getByRole('button', { name: 'Top' }))
  await vi.waitFor(() => expect(asked.at(-1)).toContain('order=top'))
  moments = []
  fireEvent.change(screen.getByLabelText('Team'), { target: { value: '2' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Show all teams' }))
  expect(asked.some((url) => url.includes('team_id=2'))).toBe(true)
})

test('an event without moments says how they appear', async () => {
  moments = []
  await renderInEvent(<Moments />)
  expect(await screen.findByText('No moments on stream yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Connect Twitch' }).getAttribute('href')).toBe('/settings')
})

test('the files are of the chosen team and frame rate', async () => {
  await renderInEvent(<Moments />)
  await screen.findAllByRole('listitem')
  fireEvent.change(screen.getByLabelText('Frames a second'), { target: { value: '29.97' } })
  fireEvent.click(screen.getByRole('button', { name: 'Timeline for editors (EDL)' }))
  await vi.waitFor(() => expect(downloaded).toEqual([['moments.edl', 'file']]))
  expect(asked.at(-1)).toContain('frame_rate=29.97')
  fireEvent.click(screen.getByRole('button', { name: 'Table (CSV)' }))
  await vi.waitFor(() => expect(downloaded).toHaveLength(2))
})
