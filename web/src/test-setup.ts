import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { takeToasts } from './ui/overlays/show-toast.ts'

// A second is not enough when five programs share two cores; shorter than a test's timeout, so that the error names the missing
// element.
configure({ asyncUtilTimeout: 8000 })

// jsdom has no layout, so it cannot scroll.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Everything is visible. Defined once, because the one observer of the pages outlives a test file.
window.IntersectionObserver ??= class implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  private readonly tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.tell = tell
  }
  observe(target: Element) {
    this.tell([{ target, isIntersecting: true, intersectionRatio: 1 } as IntersectionObserverEntry], this)
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
// Every media query is answered with no: a wide screen, dark, with animation.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as MediaQueryList

beforeEach(() => localStorage.clear())
// Toasts from before the list is mounted would otherwise wait for the next test's.
afterEach(() => takeToasts(() => undefined)())
afterEach(cleanup)
// Runs once for each file: the next one in this worker would otherwise spy on a stub, and lose its spy with it.
afterAll(() => void vi.unstubAllGlobals())
