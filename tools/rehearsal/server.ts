import { createClock } from '@muster/server/clock'
import { readConfig } from '@muster/server/config'
import { createLogger } from '@muster/server/log'
import { serve } from '@muster/server/serve'
import { endStart } from '@muster/server/start-problems'
import { startServer } from '@muster/server/start-server'
import { wallNow } from '@muster/server/wall-clock'
import { readSimulatedClock } from '../simulated-clock.ts'
import { createDrivenTime } from './driven-time.ts'

// The server for a simulated game: on the game's clock, or on a clock driven by the parent process (DRIVEN_CLOCK: its start, in
// milliseconds since 1970).

/** Without watchdog and file watchers: a rehearsal plays hours without a pause. */
async function serveDriven(start_ms: number): Promise<void> {
  const driven = createDrivenTime(start_ms, process)
  const config = readConfig(process.env)
  const { pools, server, hearAll, closeWith, stop } = await startServer(config, createLogger(config.log_level), driven)
  closeWith(async () => driven.close())
  driven.watch({ pools, hearAll, server })
  // The driver has died.
  process.once('disconnect', () => void stop('disconnect'))
}

const driven_ms = process.env['DRIVEN_CLOCK']
const running =
  driven_ms === undefined ? serve(createClock(readSimulatedClock(process.env), wallNow)) : serveDriven(Number(driven_ms))
await running.catch(endStart)
