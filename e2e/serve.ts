import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import { presets } from '@muster/simulator/options'
import { buildPages } from '../tools/pages.ts'
import { openWorld } from './world.ts'

// The server for the browser journeys: the real product on an empty database, and a simulated game in which an hour of the event
// takes two minutes. The event lasts longer than the journeys on any machine, and has already begun, because some journeys need
// past hours. Twice the speed would provide them too, but double the load throughout. Ends with the process that started it.

const data_dir = mkdtempSync(join(tmpdir(), 'muster-journeys-'))
await buildPages()
const database = await startEmbeddedPostgres({ data_dir: join(data_dir, 'postgres'), durable: false, ends_with_starter: true })
await migrate(database.url)
const world = await openWorld({
  database_url: database.url,
  speed: 30,
  // Strangers make up most of the stream but appear on no page, and no journey tests compression of the game's answers.
  preset: { ...presets.demo, noise_items_per_second: 1 },
  compresses: false,
  begun_hours: 2,
  length_hours: 240,
  port: Number(process.env['JOURNEY_PORT']),
  simulator_port: Number(process.env['JOURNEY_SIMULATOR_PORT']),
})
await world.start()

// Lets journeys kill and restart the server.
const control = createServer((request, response) => {
  const done = request.url === '/kill' ? world.kill() : world.start()
  done.then(
    () => response.end(),
    () => response.writeHead(500).end(),
  )
})
control.listen(Number(process.env['JOURNEY_CONTROL_PORT']), '127.0.0.1')

let isEnding = false
async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  await world.close()
  await database.stop()
  rmSync(data_dir, { recursive: true, force: true })
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
