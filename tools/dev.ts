import { prepareDemo } from './demo/prepare.ts'
import { runHouse } from './house.ts'

await runHouse({ watch: true, seed: prepareDemo })
