import { runHouse } from './house.ts'

await runHouse({ watch: true })
