import { applyTheme } from '../lib/browser/theme.ts'

// Runs before the first paint, so that the page never flashes in the wrong theme. The build makes a script of its own of this file,
// because the content security policy allows no inline script.
applyTheme()
