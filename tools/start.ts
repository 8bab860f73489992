import { runDevStack } from './dev-stack.ts'
import { buildPages } from './pages.ts'

await buildPages()
await runDevStack({ watch: false })
