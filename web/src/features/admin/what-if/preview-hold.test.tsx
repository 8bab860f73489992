import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/calls/queries.ts'
import { noWrite } from '../../../api/calls/writes.ts'
import { anEvent, noEffect, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { ConfirmChange } from '../kit/confirm-change.tsx'
import { WhatIfPanel } from './what-if-panel.tsx'

// Buttons that confirm wait for the preview. The server's previews take 4 s.

let status = 200
beforeEach(() => {
  vi.useFakeTimers()
  status = 200
  seedEvent({})
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, 4000))
    return Response.json(status === 200 ? noEffect : { error: 'Broken', code: 'preview_too_long' }, { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.removeQueries({ queryKey: ['what-if'] })
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const waiting = 'Computing the effect…'

const send = vi.fn(async () => {})
const attempt = { isBusy: false, problemOf: () => undefined }
function Edited() {
  const [id, setId] = useState('7')
  return (
    <Form onSubmit={send} attempt={attempt} problem={null} buttons={<SubmitButton>Save</SubmitButton>}>
      <input aria-label="Number" value={id} onChange={(event) => setId(event.target.value)} />
      <WhatIfPanel eventId={anEvent.id} edits={[{ kind: 'delete_objective', id: Number(id) as never }]} />
    </Form>
  )
}

test('a form is sent by neither button nor Enter before the preview of its last input is shown', async () => {
  send.mockClear()
  await renderInEvent(<Edited />)
  const enter = () => act(async () => void fireEvent.submit(screen.getByLabelText('Number')))
  await pass(3000)
  await press(waiting)
  await enter()
  expect(send).not.toHaveBeenCalled()
  await pass(2000)
  fireEvent.change(screen.getByLabelText('Number'), { target: { value: '8' } })
  await press(waiting)
  await enter()
  // The server is asked half a second after the last input.
  await pass(600)
  await pass(3000)
  await press(waiting)
  expect(send).not.toHaveBeenCalled()
  await pass(1500)
  await press('Save')
  expect(send).toHaveBeenCalledOnce()
})

test('a question is answered only after its preview', async () => {
  const onAct = vi.fn()
  await renderInEvent(
    <ConfirmChange title="Delete?" actLabel="Delete" write={noWrite} onAct={onAct} onClose={() => {}}>
      <WhatIfPanel eventId={anEvent.id} edits={[{ kind: 'delete_objective', id: 7 as never }]} />
    </ConfirmChange>,
  )
  await pass(3000)
  await press(waiting)
  expect(onAct).not.toHaveBeenCalled()
  await pass(2000)
  await press('Delete')
  expect(onAct).toHaveBeenCalledOnce()
})

test('a failed preview blocks nothing', async () => {
  status = 503
  send.mockClear()
  await renderInEvent(<Edited />)
  await press(waiting)
  await pass(5000)
  expect(screen.getByRole('alert')).toBeDefined()
  await press('Save')
  expect(send).toHaveBeenCalledOnce()
})
