import { buildPages } from './pages.ts'

// What `npm run serve` does first, for whoever makes a folder that the server cannot write to.

await buildPages()
