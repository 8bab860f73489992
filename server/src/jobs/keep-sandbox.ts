import { removeSandbox, runSandbox } from '../features/sandbox/sandbox.ts'
import { scheduledTask } from './scheduled-tasks.ts'

/** Keeps the sandbox changing, or removes it where SANDBOX is off. */
export const keepSandbox = scheduledTask('KeepSandbox', async ({ db, clock, config }) => {
  await (config.has_sandbox ? runSandbox(db, clock.now()) : removeSandbox(db))
  return null
})
