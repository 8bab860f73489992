import { setTimeout as wait } from 'node:timers/promises'

const deadlock = '40P01'
const tries = 3

/**
 * Runs a transaction again when the database ended it in favour of another one; nothing was written then. Side effects other than
 * writes must be safe to repeat.
 */
export async function retryDeadlocks<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: unknown }).code !== deadlock || attempt === tries) throw error
      await wait(attempt * 20)
    }
  }
}
