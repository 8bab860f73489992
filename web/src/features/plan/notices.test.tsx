import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { storeToken } from '../../lib/browser/session.ts'
import { aPlan, renderInEvent, seedEvent } from '../../test-event.tsx'
import { NoticeChoice } from './notice-choice.tsx'
import { writeWantsNotices } from './notice-setting.ts'
import { PlanBlock } from './plan-block.tsx'
import { PlanNotifier } from './plan-notifier.tsx'

const fetched = vi.fn<typeof fetch>()
const planKey = read('getTeamPlan', eventInput('current')).queryKey
const tokenOf = (user_id: number) => `x.${btoa(JSON.stringify({ user_id, exp: 3_999_999_999 }))}.x`
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** The calls that report seen entries. */
const told = () =>
  fetched.mock.calls.flatMap(([address, init]) =>
    (address as string).endsWith('/plan/seen') ? [JSON.parse(init?.body as string) as unknown] : [],
  )

let hidden = false
let sights: { element: Element; tell: (ratio: number) => void }[] = []
/** No element is in view before a test says so. */
class ToldSight implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  private readonly callback: IntersectionObserverCallback
  constructor(callback: IntersectionObserverCallback) {
    this.callback = callback
  }
  observe(element: Element) {
    const tell = (intersectionRatio: number) =>
      this.callback([{ intersectionRatio, intersectionRect: { height: 0 } } as IntersectionObserverEntry], this)
    sights.push({ element, tell })
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('IntersectionObserver', ToldSight)
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  fetched.mockReset()
  fetched.mockImplementation(async () => new Response(null, { status: 204 }))
  hidden = false
  sights = []
  seedEvent({ own_team_id: 1 })
  storeToken(tokenOf(10))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the fact that an entry was seen', () => {
  const open = async (version = 4) => {
    queryClient.setQueryData(planKey, aPlan({ entries: [{ objective_id: 30, version }] }))
    const view = await renderInEvent(<PlanBlock />)
    await pass(0)
    return view
  }
  const look = (ratio: number) => {
    for (const { element, tell } of sights) if (element.isConnected) tell(ratio)
  }

  test('is reported after it was in view for a moment, and once for all', async () => {
    const view = await open()
    look(0.3)
    await pass(5000)
    expect(told()).toEqual([])
    look(1)
    await pass(500)
    look(0)
    await pass(5000)
    expect(told()).toEqual([])
    look(1)
    await pass(5000)
    expect(told()).toEqual([{ entries: [{ objective_id: 30, version: 4 }] }])
    view.unmount()
    await open()
    look(1)
    await pass(5000)
    expect(told()).toHaveLength(1)
  })

  test('is not reported by a background page', async () => {
    hidden = true
    await open()
    look(1)
    await pass(5000)
    expect(told()).toEqual([])
    hidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(5000)
    expect(told()).toHaveLength(1)
  })

  test('is reported again for another text, and for another user', async () => {
    const view = await open()
    look(1)
    await pass(5000)
    view.unmount()
    const second = await open(5)
    look(1)
    await pass(5000)
    second.unmount()
    storeToken(tokenOf(11))
    await open(5)
    look(1)
    await pass(5000)
    expect(told()).toHaveLength(3)
  })

  test('is reported later if the server could not be reached', async () => {
    const isAway = vi.fn(() => true)
    fetched.mockImplementation(async (address) => {
      if ((address as string).endsWith('/plan/seen') && isAway()) throw new TypeError('no network')
      return new Response(null, { status: 204 })
    })
    await open()
    look(1)
    await pass(5000)
    expect(told()).toHaveLength(1)
    isAway.mockReturnValue(false)
    await pass(40_000)
    expect(told()).toHaveLength(2)
  })
})

describe('a notification', () => {
  const shown = vi.fn<(title: string, options: NotificationOptions) => void>()
  const ask = vi.fn<() => Promise<NotificationPermission>>()
  class ShownNotification extends EventTarget {
    static permission: NotificationPermission = 'granted'
    static requestPermission = ask
    constructor(title: string, options: NotificationOptions) {
      super()
      shown(title, options)
    }
    close() {}
  }
  const write = (plan: Parameters<typeof aPlan>[0]) => act(async () => void queryClient.setQueryData(planKey, aPlan(plan)))

  beforeEach(() => {
    shown.mockReset()
    ask.mockReset()
    ShownNotification.permission = 'granted'
    vi.stubGlobal('Notification', ShownNotification)
    queryClient.setQueryData(planKey, aPlan({ version: 3, entries: [{ objective_id: 30, version: 3 }] }))
    fetched.mockImplementation(async () => new Response(JSON.stringify(queryClient.getQueryData(planKey)), { status: 200 }))
  })

  test('is off by default, and the browser asks only after it is switched on', async () => {
    ShownNotification.permission = 'default'
    await renderInEvent(<NoticeChoice />)
    expect(screen.getByText(/^Your browser notifies you of new suggestions/)).toBeTruthy()
    expect(ask).not.toHaveBeenCalled()
    ask.mockResolvedValue('granted')
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Notify me' })))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Stop notifying me' })))
    expect(ask).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Notify me' })).toBeTruthy()
  })

  test('cannot be switched on if the browser blocks it, and the page says so', async () => {
    ShownNotification.permission = 'denied'
    await renderInEvent(<NoticeChoice />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Notify me' }).disabled).toBe(true)
    expect(screen.getByText(/blocks notifications/)).toBeTruthy()
  })

  test('announces new texts once, for any number of open pages', async () => {
    writeWantsNotices(true)
    await renderInEvent(
      <>
        <PlanNotifier />
        <PlanNotifier />
      </>,
    )
    await pass(10_000)
    expect(shown).not.toHaveBeenCalled()
    const plan = { version: 5, message: 'Breach', entries: [{ objective_id: 30, version: 5, extra: 'Ask <b>Ash</b>' }] }
    await write(plan)
    await pass(10_000)
    expect(shown.mock.calls).toEqual([['The plan of your team', { body: 'Objective 30: Ask <b>Ash</b>', tag: 'muster-plan' }]])
    await write({ ...plan, entries: [] })
    await write(plan)
    await pass(10_000)
    expect(shown).toHaveBeenCalledOnce()
  })

  test("is not sent for the user's own texts, a new order, or earlier texts", async () => {
    writeWantsNotices(true)
    await renderInEvent(<PlanNotifier />)
    await pass(5000)
    await write({ version: 4, entries: [{ objective_id: 30, version: 3 }] })
    await pass(10_000)
    await write({ version: 5, entries: [{ objective_id: 30, version: 5, written_by: { id: 10, display_name: 'Me' } }] })
    await pass(10_000)
    expect(shown).not.toHaveBeenCalled()
  })
})
