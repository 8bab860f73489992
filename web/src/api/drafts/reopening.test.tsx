import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeToken } from '../../lib/browser/session.ts'
import { aToken, now_ms } from '../../test-event.tsx'
import { rememberOpenForms } from './reopening.ts'
import { openOnly, useDraft, useReopening } from './use-draft.ts'

const opened = vi.fn()

function Form() {
  const draft = useDraft('team', '1.new', { name: '' })
  return <input aria-label="Name" defaultValue={draft.start.name} onChange={({ target }) => draft.keep({ name: target.value })} />
}

/** A page whose form is a part that may take a while to load. */
function Page({ isLoaded = true }: { isLoaded?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  useReopening({
    team: openOnly('1.new', () => {
      opened()
      setOpen(true)
    }),
  })
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Team
      </button>
      {isOpen && isLoaded && <Form />}
    </>
  )
}

const isFormShown = () => screen.queryByLabelText('Name') !== null
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Team' }))

/** The browser loads a page: the first one, or the one after a login. */
const loadPage = (count: number) => vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(now_ms + count)

/** Types on the first page, and leaves it for a login. */
function leaveForLogin() {
  loadPage(1)
  const page = render(<Page />)
  press()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Lanterns' } })
  rememberOpenForms()
  return page
}

beforeEach(() => {
  vi.useFakeTimers({ now: now_ms })
  opened.mockReset()
  storeToken(aToken(7))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

test('a page that is drawn again while the browser leaves it for a login keeps the form for the next page', () => {
  const left = leaveForLogin()
  left.rerender(<Page />)
  expect(opened).not.toHaveBeenCalled()
  left.unmount()
  loadPage(2)
  render(<Page />)
  expect(isFormShown()).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Lanterns')
})

test('a page asks for a form once, and the form also opens if its component is mounted again while it loads', () => {
  leaveForLogin().unmount()
  loadPage(2)
  const first = render(<Page isLoaded={false} />)
  first.rerender(<Page isLoaded={false} />)
  expect(opened).toHaveBeenCalledTimes(1)
  first.unmount()
  const second = render(<Page isLoaded={false} />)
  expect(opened).toHaveBeenCalledTimes(2)
  second.rerender(<Page />)
  expect(isFormShown()).toBe(true)
  expect(sessionStorage.getItem('reopen')).toBeNull()
})

test('a form that the viewer closed stays closed', () => {
  leaveForLogin().unmount()
  loadPage(2)
  const page = render(<Page />)
  press()
  expect(isFormShown()).toBe(false)
  page.rerender(<Page />)
  page.unmount()
  render(<Page />)
  expect(isFormShown()).toBe(false)
  expect(opened).toHaveBeenCalledTimes(1)
})

test('a form that does not load in 15 seconds is not opened later', () => {
  leaveForLogin().unmount()
  loadPage(2)
  render(<Page isLoaded={false} />).unmount()
  act(() => void vi.advanceTimersByTime(15_001))
  render(<Page />)
  expect(isFormShown()).toBe(false)
  expect(opened).toHaveBeenCalledTimes(1)
})
