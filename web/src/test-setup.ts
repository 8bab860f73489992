import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

// jsdom has no layout, so it cannot scroll.
window.scrollTo = () => {}

beforeEach(() => localStorage.clear())
afterEach(cleanup)
