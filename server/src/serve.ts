import type { Clock } from './clock.ts'
import { readConfig } from './config.ts'
import { hasAdmin } from './features/users/store.ts'
import { createLogger } from './log.ts'
import { startServer, tellCorrection } from './start-server.ts'
import { watchOutages } from './telemetry/watch-outages.ts'
import { keepTime } from './wall-clock.ts'
import { startWatchdog } from './watchdog.ts'

/** Runs a server in real time, with the watchdog. */
export async function serve(clock: Clock): Promise<void> {
  const config = readConfig(process.env)
  const log = createLogger(config.log_level)
  startWatchdog(config.watchdog_ms, log)
  const { ctx, closeWith } = await startServer(config, log, { clock })
  if (config.roles.includes('http') && !(await hasAdmin(ctx.db)))
    log.info({ todo: 'npm run -s admin -- invite: prints a link that makes the first one' }, 'no user is an admin yet')
  const watch = watchOutages(ctx)
  const keeper = keepTime(ctx.db, tellCorrection(log), (error) =>
    log.warn({ err: error }, "could not compare the clock with the database's; next try in 15 s"),
  )
  closeWith(() => watch.close())
  closeWith(() => keeper.close())
}
