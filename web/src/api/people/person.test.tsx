import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeToken, useSession } from '../../lib/browser/session.ts'
import { Toasts } from '../../ui/overlays/toasts.tsx'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { call } from '../calls/client.ts'
import { useKnownEvent, useSelf } from '../scores/event.ts'
import { noteForm } from '../drafts/open-forms.ts'
import { continueAsVisitor, followPerson, logOut, renewWhatIsShown } from './person.ts'
import { queryClient, read } from '../calls/queries.ts'

const tokenOf = (exp: number) => `a.${btoa(JSON.stringify({ user_id: 7, permissions: ['admin'], exp }))}.c`
const valid = tokenOf(4_000_000_000)
const self = (...permissions: string[]) => ({ id: 7, display_name: 'Wren', permissions })
const refusal = (status: number) => new Response(JSON.stringify({ error: 'no', code: 'x' }), { status })
const addressOf = (url: Parameters<typeof fetch>[0]) => (typeof url === 'string' ? url : '')
/** Answers by the last part of the address; all others are an empty list. */
function answer(answers: Record<string, () => Response>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const name = /([\w-]+)(\?.*)?$/.exec(addressOf(url))?.[1] ?? ''
    return answers[name]?.() ?? new Response('[]')
  })
}
const asked = (fetched: ReturnType<typeof answer>, name: string) =>
  fetched.mock.calls.filter(([url]) => addressOf(url).endsWith(`/${name}`)).length

/** The person as shown by pages. */
function Person() {
  const self = useSelf()
  useKnownEvent()
  return <p role="status">{self.data ? self.data.permissions.join(' ') || 'no role' : 'nobody'}</p>
}
const shown = (text: string) => vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(text))
const show = () =>
  renderInEvent(
    <>
      <Person />
      <Toasts label="Messages" closeLabel="Close" />
    </>,
  )
const endIsSaid = () => vi.waitFor(() => expect(screen.getAllByText('Your login has expired')).not.toEqual([]), { timeout: 5000 })

let end: () => void
beforeEach(() => {
  seedEvent({})
  end = () => undefined
})
afterEach(() => {
  end()
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('a login', () => {
  test('that the server no longer knows is cleared with a message, and the page continues for a visitor', async () => {
    storeToken(valid)
    answer({ self: () => refusal(401) })
    end = followPerson()
    await show()
    await endIsSaid()
    expect(localStorage.getItem('auth')).toBeNull()
    await shown('nobody')
  })

  test.each([
    ['expired while the page was closed', tokenOf(1)],
    ['is none at all', 'nonsense'],
  ])('that %s is cleared with a message before it is used for a request', async (_, token) => {
    storeToken(token)
    const fetched = answer({})
    end = followPerson()
    await show()
    await endIsSaid()
    expect(localStorage.getItem('auth')).toBeNull()
    expect(asked(fetched, 'self')).toBe(0)
  })

  test('ends on an open page as soon as it expires', async () => {
    storeToken(tokenOf(Math.ceil(Date.now() / 1000) + 1))
    answer({ self: () => new Response(JSON.stringify(self())) })
    end = followPerson()
    await show()
    await shown('no role')
    await vi.waitFor(() => expect(localStorage.getItem('auth')).toBeNull(), { timeout: 5000 })
    await shown('nobody')
  })

  test('is not ended by a response to an older one, nor by a refusal for missing rights', async () => {
    storeToken(tokenOf(3_999_999_999))
    const late = Promise.withResolvers<Response>()
    const fetched = vi.spyOn(globalThis, 'fetch').mockReturnValue(late.promise)
    end = followPerson()
    const old = call('getUser', {}).catch(() => undefined)
    storeToken(valid)
    late.resolve(refusal(401))
    await old
    expect(localStorage.getItem('auth')).toBe(valid)
    fetched.mockImplementation(async () => refusal(403))
    await call('getUser', {}).catch(() => undefined)
    expect(localStorage.getItem('auth')).toBe(valid)
  })
})

describe('a login that ends while a form has input', () => {
  const form = {}
  beforeEach(() => {
    localStorage.setItem('draft.7.team.4.1', 'x')
    noteForm(form, { place: null, isKept: true })
  })
  afterEach(() => noteForm(form, null))

  test('leaves the page as it is and asks the server for nothing, until the person logs in again', async () => {
    storeToken(valid)
    let reply = () => new Response(JSON.stringify(self('admin')))
    const fetched = answer({ self: () => reply() })
    end = followPerson()
    await show()
    await shown('admin')
    reply = () => refusal(401)
    await act(() => call('getUser', {}).catch(() => undefined))
    expect(localStorage.getItem('auth')).toBeNull()
    const before = fetched.mock.calls.length
    await expect(call('getEvents', {})).rejects.toMatchObject({ status: 401, code: 'not_authenticated' })
    expect(fetched.mock.calls).toHaveLength(before)
    await shown('admin')
    expect(screen.queryByText('Your login has expired')).toBeNull()
    reply = () => new Response(JSON.stringify(self('admin')))
    act(() => void storeToken(tokenOf(3_999_999_999)))
    await vi.waitFor(() => expect(asked(fetched, 'self')).toBeGreaterThan(2))
    await shown('admin')
  })

  test('is given up when the person continues as a visitor', async () => {
    storeToken(valid)
    answer({ self: () => new Response(JSON.stringify(self('admin'))) })
    end = followPerson()
    await show()
    await shown('admin')
    act(() => void storeToken(null))
    await shown('admin')
    act(() => continueAsVisitor())
    await shown('nobody')
  })

  test('ends at once when another tab logs out, which removes the drafts', async () => {
    storeToken(valid)
    answer({ self: () => new Response(JSON.stringify(self('admin'))) })
    end = followPerson()
    await show()
    await shown('admin')
    localStorage.removeItem('draft.7.team.4.1')
    act(() => void storeToken(null))
    await shown('nobody')
  })

  test('ends at once, with its drafts, when the person logs out', async () => {
    storeToken(valid)
    localStorage.setItem('draft.8.team.4.1', 'x')
    answer({ self: () => new Response(JSON.stringify(self('admin'))) })
    end = followPerson()
    await show()
    await shown('admin')
    act(() => logOut())
    await shown('nobody')
    expect(Object.keys(localStorage)).toEqual(['draft.8.team.4.1'])
  })
})

describe('a logout', () => {
  /** Like the bell: shown to users only. */
  const Notices = () => {
    const session = useSession()
    return session && <OwnNotices />
  }
  const OwnNotices = () => <p>{useQuery(read('getOwnNotices', {})).data?.unread ?? 'none'} unread</p>

  test('requests nothing that only users may read', async () => {
    storeToken(valid)
    const fetched = answer({
      self: () => new Response(JSON.stringify(self())),
      notices: () => new Response(JSON.stringify({ unread: 3, notices: [] })),
    })
    end = followPerson()
    await renderInEvent(<Notices />)
    await screen.findByText('3 unread')
    logOut()
    await vi.waitFor(() => expect(screen.queryByText('3 unread')).toBeNull())
    expect(asked(fetched, 'notices')).toBe(1)
    expect(queryClient.getQueryData(read('getOwnNotices', {}).queryKey)).toBeUndefined()
  })
})

describe('a change of roles', () => {
  test('is noticed after a refused call, and everything that depends on it is requested again', async () => {
    storeToken(valid)
    let roles = ['submission_judge']
    const fetched = answer({ self: () => new Response(JSON.stringify(self(...roles))), jobs: () => refusal(403) })
    end = followPerson()
    await show()
    await shown('submission_judge')
    const events = asked(fetched, 'events')
    roles = []
    await act(() => call('getJobs', {}).catch(() => undefined))
    await shown('no role')
    await vi.waitFor(() => expect(asked(fetched, 'events')).toBeGreaterThan(events))
    expect(localStorage.getItem('auth')).toBe(valid)
  })

  test('reported by the feed makes the page refetch its data, except the feed’s own', async () => {
    storeToken(valid)
    let roles: string[] = []
    answer({ self: () => new Response(JSON.stringify(self(...roles))) })
    end = followPerson()
    await show()
    await shown('no role')
    roles = ['admin']
    const board = queryClient.getQueryCache().findAll({ queryKey: ['getLatestScoresForEvent'] })
    act(() => renewWhatIsShown())
    expect(board.map((query) => query.state.isInvalidated)).toEqual(board.map(() => false))
    await shown('admin')
    expect(queryClient.getQueryData(read('getUser', {}).queryKey)?.permissions).toEqual(['admin'])
  })
})
