import { runDevStack } from './dev-stack.ts'

await runDevStack({ watch: true })
