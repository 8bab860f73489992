import { type Clock, createClock } from '@muster/server/clock'
import { readConfig } from '@muster/server/config'
import { createLogger } from '@muster/server/log'
import { serve } from '@muster/server/serve'
import { endStart } from '@muster/server/start-problems'
import { startServer } from '@muster/server/start-server'
import { wallNow } from '@muster/server/wall-clock'
import { followClock } from '../following-clock.ts'
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

/** The clock of the game, as it was at the start, or followed for as long as the server runs. */
function readGameClock(env: NodeJS.ProcessEnv): Clock {
  const start = readSimulatedClock(env)
  const address = env['SIMULATED_CLOCK_URL']
  if (!start || !address) return createClock(start, wallNow)
  return followClock(start, address, ({ message }) =>
    console.error(`Could not read the clock of the simulated game at ${address}: ${message}. The event clock keeps running.`),
  )
}

const driven_ms = process.env['DRIVEN_CLOCK']
const running = driven_ms === undefined ? serve(readGameClock(process.env)) : serveDriven(Number(driven_ms))
await running.catch(endStart)
