import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useWidest } from './use-widest.ts'

/** Reports a change of sizes to every observer. */
let resize = () => {}

beforeEach(() => {
  const callbacks = new Set<() => void>()
  resize = () => act(() => callbacks.forEach((callback) => callback()))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly callback: () => void
      constructor(callback: () => void) {
        this.callback = callback
      }
      observe = () => callbacks.add(this.callback)
      disconnect = () => callbacks.delete(this.callback)
    },
  )
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return Number(this.textContent)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Frame({ widths }: { widths: readonly number[] }) {
  const [measure, widest] = useWidest('label', widths.length)
  return (
    <div ref={measure} data-testid="frame" title={String(widest)}>
      {widths.map((width) => (
        <span key={width} className="label">
          {width}
        </span>
      ))}
      <span>399</span>
    </div>
  )
}

test('the widest label is measured in percent of its frame, again for other sizes, and with added labels', () => {
  const { getByTestId, rerender } = render(<Frame widths={[10, 36]} />)
  expect(getByTestId('frame').title).toBe('0')
  resize()
  expect(getByTestId('frame').title).toBe('10')
  rerender(<Frame widths={[10, 36, 76]} />)
  resize()
  expect(getByTestId('frame').title).toBe('20')
})
