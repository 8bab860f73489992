import { buildPages } from './pages.ts'

// The first step of `npm run serve` on its own, for a folder that the server cannot write to.

await buildPages()
