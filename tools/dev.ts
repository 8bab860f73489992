import { prepareDemo } from './demo/prepare.ts'
import { runDevStack } from './dev-stack.ts'

await runDevStack({ watch: true, seed: prepareDemo })
