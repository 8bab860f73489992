import { waitReal } from '../clock.ts'
import { Client } from '../db/client.ts'
import { sessionSettings } from '../db/connect.ts'

/** Prefix of the name of a runner's database connection; with the owner 63 characters at most. */
export const presencePrefix = 'muster-jobs-'
/** Wall clock. */
const retryAfter_ms = 500

/**
 * Keeps a named connection open for the lifetime of this runner. The database notices a dead process at once, so its jobs are
 * taken over before their leases expire. This is only a hint: a runner that is alive but lost its connection is stopped by its
 * fence.
 * @returns when the connection is open for the first time; never rejects.
 */
export async function announcePresence(
  url: string,
  owner: string,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  async function connect(): Promise<void> {
    const client = new Client({ connectionString: url, application_name: presencePrefix + owner, ...sessionSettings })
    client.on('error', onError)
    await client.connect()
    const leave = () => void client.end().catch(onError)
    signal.addEventListener('abort', leave, { once: true })
    client.once('end', () => {
      signal.removeEventListener('abort', leave)
      void waitReal(retryAfter_ms, signal).then(stayConnected)
    })
  }
  async function stayConnected(): Promise<void> {
    while (!signal.aborted) {
      try {
        return await connect()
      } catch (error) {
        onError(error)
        await waitReal(retryAfter_ms, signal)
      }
    }
  }
  await stayConnected()
}
