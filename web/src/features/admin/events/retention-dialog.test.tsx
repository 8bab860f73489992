import type { Event } from '@muster/contract/events'
import { rawKinds } from '@muster/contract/retention'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anEvent, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { Toasts } from '../../../ui/overlays/toasts.tsx'
import { RetentionDialog } from './retention-dialog.tsx'

const day_ms = 86_400_000
const ended = Date.now() - 40 * day_ms
const at = (days: number) => new Date(ended + days * day_ms).toISOString()
const old = {
  ...anEvent,
  id: 9,
  name: 'Autumn Muster',
  version: 4,
  event_start_time: at(-3),
  event_end_time: at(0),
  is_current: false,
} as Event
const stored = rawKinds.map((kind) => ({
  kind,
  rows: kind === 'builds' ? 0 : 1200,
  bytes: kind === 'items' ? 1_180_000_000 : 2_000_000,
}))
const kept = {
  kept_until: null,
  earliest: at(41),
  version: 4,
  final_since: null,
  removed_at: null,
  is_matched: true,
  stored,
  removed: [],
}

let retention: object
let refusal: Response | null
let sent: unknown[]
const onClose = vi.fn()

beforeEach(() => {
  retention = kept
  refusal = null
  sent = []
  onClose.mockReset()
  seedEvent({ events: [old] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'PUT') return Response.json(retention)
    const body = JSON.parse(init.body as string) as { kept_until: string | null }
    sent.push(body)
    return refusal ?? Response.json({ ...old, version: 5, raw_kept_until: body.kept_until })
  })
})

async function open(title = 'How long to keep the raw data of Autumn Muster') {
  await renderInEvent(
    <>
      <RetentionDialog event={old} onClose={onClose} />
      <Toasts label="Messages" closeLabel="Close" />
    </>,
  )
  await screen.findByRole('table')
  return within(screen.getByRole('dialog', { name: title }))
}
const choose = (value: string) => fireEvent.change(screen.getByLabelText('Keep raw data'), { target: { value } })

describe('the retention of raw data', () => {
  test('is chosen after all data was counted; the button names the action and its date', async () => {
    const dialog = await open()
    const table = within(dialog.getByRole('table', { name: 'Data to remove' }))
    expect(table.getByRole('row', { name: /^Contents of stash tabs, equipment 1,200 entries 1\.2 GB$/ })).toBeTruthy()
    expect(table.getByRole('row', { name: 'Together, about 1.2 GB' })).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'It is kept forever' }).disabled).toBe(true)
    expect(dialog.getByRole('button', { name: 'Download archive' })).toBeTruthy()
    choose('90')
    expect(dialog.getByText(/the event becomes final: no data can be read from the game/)).toBeTruthy()
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: /^Remove about 1\.2 GB on / })))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(sent).toEqual([{ kept_until: at(90), base_version: 4 }])
    // Undone at once, from the version just written; the dialog closes with its parent.
    const undo = await screen.findByRole('button', { name: 'Undo', hidden: true })
    await act(async () => fireEvent.click(undo))
    await waitFor(() => expect(sent[1]).toEqual({ kept_until: null, base_version: 5 }))
  })

  test('can be chosen before anything was read', async () => {
    retention = { ...kept, stored: stored.map((one) => ({ ...one, rows: 0, bytes: 0 })) }
    await renderInEvent(<RetentionDialog event={old} onClose={onClose} />)
    expect(await screen.findByText('Nothing has been read or written yet.')).toBeTruthy()
    choose('365')
    expect(screen.getByRole('button', { name: /^Keep until / })).toBeTruthy()
  })

  test('cannot be a period already over, nor today', async () => {
    const dialog = await open()
    const month = dialog.getByRole<HTMLOptionElement>('option', { name: /^30 days after the end \(.* has passed\)$/ })
    expect(month.disabled).toBe(true)
    choose('date')
    fireEvent.change(dialog.getByLabelText(/^Keep until/), { target: { value: new Date().toISOString().slice(0, 16) } })
    expect(dialog.getByText(/^Choose a date after .*, so that there is at least a day to change your mind\.$/)).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Choose a date' }).disabled).toBe(true)
  })

  test('can be forever again, until the removal starts', async () => {
    retention = { ...kept, kept_until: at(90) }
    const dialog = await open()
    expect(dialog.getByLabelText<HTMLSelectElement>('Keep raw data').value).toBe('90')
    choose('for_ever')
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Keep forever' })))
    await waitFor(() => expect(sent).toEqual([{ kept_until: null, base_version: 4 }]))
  })

  test('is not overwritten when another organiser has just chosen', async () => {
    refusal = Response.json(
      { error: 'Someone else has changed this in the meantime', code: 'changed_meanwhile' },
      { status: 409 },
    )
    const dialog = await open()
    choose('180')
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: /^Remove about/ })))
    expect((await dialog.findByRole('alert')).textContent).toContain('Someone else has changed this')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('cannot be changed after the removal: the dialog lists the removed data and offers nothing', async () => {
    const removed = [{ kind: 'items', rows: 91_200 }]
    retention = { ...kept, kept_until: at(30), final_since: at(30), removed_at: at(30), removed }
    const dialog = await open('Raw data of Autumn Muster')
    expect(dialog.getByText(/^The raw data was removed on /)).toBeTruthy()
    expect(dialog.getByRole('row', { name: 'Contents of stash tabs, equipment 91,200 entries' })).toBeTruthy()
    expect(dialog.queryByRole('combobox')).toBeNull()
  })
})
