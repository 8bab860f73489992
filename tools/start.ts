import { runDevStack } from './dev-stack.ts'
import { escapeOutput } from './output.ts'
import { buildPages } from './pages.ts'

escapeOutput()
await buildPages()
await runDevStack({ watch: false })
