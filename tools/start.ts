import { prepareDemo } from './demo/prepare.ts'
import { runHouse } from './house.ts'
import { buildPages } from './pages.ts'

await buildPages()
await runHouse({ watch: false, seed: prepareDemo })
