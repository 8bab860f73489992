import { applyTheme } from '../lib/browser/theme.ts'

// Runs before the first paint, so that the page never flashes in the wrong theme. The build turns this file into a separate
// script, because the content security policy forbids inline scripts.
applyTheme()
