import type { KeptAnnouncement } from '@muster/contract/announcements'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { findAnnouncementState } from './use-announcements.ts'

const at = (hours: number) => new Date(now_ms + hours * 3_600_000).toISOString()
const kept = {
  id: 5,
  title: 'Tonight',
  text: 'At eight.',
  audience: 'players',
  starts_at: at(-1),
  ends_at: null,
  version: 3,
  author: null,
  written_at: at(-1),
  removed_at: null,
} as unknown as KeptAnnouncement
const fetched = vi.fn<typeof fetch>()
const onDone = vi.fn()
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const bodyOf = (call: number): unknown => JSON.parse(fetched.mock.calls[call]?.[1]?.body as string)
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await new Promise((resolve) => setTimeout(resolve))
  })

beforeEach(() => {
  seedEvent({})
  fetched.mockReset()
  onDone.mockReset()
  vi.stubGlobal('fetch', fetched)
})

test('a new announcement starts at once, needs a text, and has a preview', async () => {
  await renderInEvent(<AnnouncementForm event={anEvent} kept={null} onDone={onDone} />)
  await press('Post now')
  expect(screen.getByText('Enter a title')).toBeTruthy()
  expect(screen.getByText('Enter a text')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  type('Title', 'Tonight')
  type(/^Text/, 'At eight.')
  expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('At eight.')
  await press('Leads')
  fetched.mockResolvedValue(answer(200, kept))
  await press('Post now')
  expect(bodyOf(0)).toMatchObject({
    id: null,
    title: 'Tonight',
    text: 'At eight.',
    audience: 'leads',
    starts_at: null,
    ends_at: null,
  })
  expect(onDone).toHaveBeenCalledOnce()
})

test('another organiser’s change is shown and not overwritten', async () => {
  await renderInEvent(<AnnouncementForm event={anEvent} kept={kept} onDone={onDone} />)
  type(/^Text/, 'At nine.')
  fetched.mockResolvedValueOnce(
    answer(409, { code: 'changed_meanwhile', error: 'Someone else has changed this in the meantime' }),
  )
  fetched.mockResolvedValueOnce(answer(200, [{ ...kept, text: 'At ten.', title: 'Tomorrow', version: 4 }]))
  await press('Save')
  expect(screen.getByText('At ten.')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /At nine\./ }))
  await press('Use these values')
  fetched.mockResolvedValueOnce(answer(200, { ...kept, version: 5 }))
  await press('Save')
  expect(bodyOf(2)).toMatchObject({ id: 5, base_version: 4, title: 'Tomorrow', text: 'At nine.' })
  expect(onDone).toHaveBeenCalledOnce()
})

test('an announcement is later, shown, over or removed', () => {
  const state = (more: Partial<KeptAnnouncement>) => findAnnouncementState({ ...kept, ...more }, now_ms)
  expect(state({})).toBe('shown')
  expect(state({ starts_at: at(1) })).toBe('later')
  expect(state({ ends_at: at(0) })).toBe('over')
  expect(state({ removed_at: at(0) })).toBe('removed')
})
