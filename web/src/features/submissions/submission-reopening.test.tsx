import { act } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { storeToken } from '../../lib/browser/session.ts'
import { useSubmissionRequest } from '../../api/people/submission-request.ts'
import { aToken, anEvent, renderInEvent, seedEvent } from '../../test-event.tsx'
import { SubmissionReopening } from './submission-reopening.ts'

const Opened = () => <p>{`objective ${useSubmissionRequest()?.objective_id}`}</p>

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('a submission that was left for a login opens again when the login has come, after the page', async () => {
  const place = { user_id: 7, form: 'submission', id: `${anEvent.id}.50.new` }
  sessionStorage.setItem('reopen', JSON.stringify({ at: Date.now(), places: [place] }))
  seedEvent({})
  const view = await renderInEvent(
    <>
      <SubmissionReopening />
      <Opened />
    </>,
  )
  expect(view.queryByText('objective 50')).toBeNull()
  act(() => void storeToken(aToken(7)))
  expect(await view.findByText('objective 50')).toBeTruthy()
})
