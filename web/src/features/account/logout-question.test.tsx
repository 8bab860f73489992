import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { storeToken } from '../../lib/browser/session.ts'
import { aToken, renderInEvent, seedEvent } from '../../test-event.tsx'
import { followPerson } from '../../api/people/person.ts'
import { LogoutQuestion } from './logout-question.tsx'

afterEach(() => localStorage.clear())

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('logging out with drafts asks first, and deletes them', async () => {
  seedEvent({})
  storeToken(aToken(7))
  const end = followPerson()
  localStorage.setItem('draft.7.team.4.1', '1 {}')
  const onClose = vi.fn()
  await renderInEvent(<LogoutQuestion count={1} onClose={onClose} />)
  expect(screen.getByText('One draft was not sent. Logging out deletes it.')).toBeTruthy()
  await press('Stay logged in')
  expect(Object.keys(localStorage).toSorted()).toEqual(['auth', 'draft.7.team.4.1'])
  await press('Log out')
  expect(Object.keys(localStorage)).toEqual([])
  expect(onClose).toHaveBeenCalledTimes(2)
  end()
})
