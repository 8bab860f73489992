import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { takeToasts } from './ui/overlays/show-toast.ts'

// A second is not enough where five programs share two cores; below the time of a test, so that it can say what it missed.
configure({ asyncUtilTimeout: 8000 })

// jsdom has no layout, so it cannot scroll.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Everything is in sight.
window.IntersectionObserver = class implements IntersectionObserver {
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
// Every question about the screen is answered with no: a wide one, dark, that may move.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as MediaQueryList

beforeEach(() => localStorage.clear())
// What was said while no list of toasts was there would wait for that of another test.
afterEach(() => takeToasts(() => undefined)())
afterEach(cleanup)
