import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { beginOpening, Defer } from './defer.tsx'

const drawn: string[] = []
function Part({ name }: { name: string }) {
  drawn.push(name)
  return <p>{name}</p>
}
const idle = (name: string) => (
  <Defer when="idle" placeholder={<Part name={`room for ${name}`} />}>
    <Part name={name} />
  </Defer>
)

beforeEach(() => {
  drawn.length = 0
})

describe('while a page opens', () => {
  test('its parts are drawn one after the other, in the order of the page', async () => {
    beginOpening(Promise.resolve())
    render(
      <>
        {idle('standings')}
        {idle('latest points')}
      </>,
    )
    expect(screen.getByText('room for standings')).toBeTruthy()
    expect(await screen.findByText('standings')).toBeTruthy()
    expect(screen.getByText('room for latest points')).toBeTruthy()
    expect(await screen.findByText('latest points')).toBeTruthy()
    expect(drawn.filter((name) => !name.startsWith('room'))).toEqual(['standings', 'latest points'])
  })

  test('no part is drawn before the answers that it needs', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    beginOpening(promise)
    await act(async () => void render(idle('movers')))
    expect(screen.queryByText('movers')).toBeNull()
    await act(async () => resolve())
    expect(await screen.findByText('movers')).toBeTruthy()
  })

  test('a part removed before its turn does not block others', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    beginOpening(promise)
    const view = render(idle('archive'))
    render(idle('timeline'))
    view.unmount()
    await act(async () => resolve())
    expect(await screen.findByText('timeline')).toBeTruthy()
    expect(drawn).not.toContain('archive')
  })

  test('all waiting ends once the visitor has touched the page', () => {
    beginOpening(Promise.resolve())
    fireEvent.pointerDown(window)
    render(idle('ladder'))
    expect(drawn).toEqual(['ladder'])
  })
})

describe('a part far from the window', () => {
  const near = (name: string, share?: number) => (
    <Defer
      when="near"
      {...(share !== undefined && { share })}
      placeholder={(ref) => (
        <p ref={ref} key={name}>
          room for {name}
        </p>
      )}
    >
      <Part name={name} />
    </Defer>
  )
  /** Tells the observer of the page: nothing is near until the test says so. */
  let tell: (elements: readonly Element[], isNear: boolean) => void
  const observed = new Set<Element>()
  const { prototype } = window.IntersectionObserver
  const spies = [
    vi.spyOn(prototype, 'observe').mockImplementation(function observe(this: IntersectionObserver, target) {
      observed.add(target)
      const own = this as unknown as { readonly tell: IntersectionObserverCallback }
      tell = (elements, isIntersecting) =>
        own.tell(
          elements.map((element) => ({ target: element, isIntersecting }) as unknown as IntersectionObserverEntry),
          this,
        )
    }),
    vi.spyOn(prototype, 'unobserve').mockImplementation((target) => void observed.delete(target)),
  ]
  // One observer serves all tests of the process.
  afterAll(() => {
    for (const spy of spies) spy.mockRestore()
  })

  test('is drawn when it comes near, and stays when it moves away', async () => {
    render(near('card'))
    const room = screen.getByText('room for card')
    expect(drawn).toEqual([])
    await act(async () => tell([room], true))
    expect(await screen.findByText('card')).toBeTruthy()
    expect(observed.size).toBe(0)
  })

  test('is not drawn when it moves away before its turn', async () => {
    render(near('passed by'))
    const room = screen.getByText('room for passed by')
    await act(async () => {
      tell([room], true)
      tell([room], false)
    })
    expect(drawn).toEqual([])
  })

  test('is drawn in portions that fit into a frame', async () => {
    render(
      <>
        {near('one', 1 / 2)}
        {near('two', 1 / 2)}
        {near('three', 1 / 2)}
      </>,
    )
    const rooms = screen.getAllByText(/^room/)
    await act(async () => tell(rooms, true))
    expect(drawn).toEqual(['one', 'two'])
    expect(await screen.findByText('three')).toBeTruthy()
  })

  test('is drawn for a printer', () => {
    render(near('printed'))
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(screen.getByText('printed')).toBeTruthy()
    act(() => void window.dispatchEvent(new Event('afterprint')))
  })
})
