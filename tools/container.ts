import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { runCommand } from './command.ts'
import { startContainer } from './container/container.ts'
import { assembleImage } from './container/dockerfile.ts'
import { root } from './places.ts'

// Checks the Dockerfile without a container program: runs every line, with freshly fetched packages, then starts the result as
// another user in a read-only folder, on an embedded PostgreSQL. Takes minutes; `npm test` does the same with the installed
// packages.

const port = process.env['PORT'] || '3000'
const work = mkdtempSync(join(tmpdir(), 'muster-container-'))
const say = (text: string) => process.stderr.write(`${text}\n`)

function require(isTrue: boolean, text: string): void {
  if (!isTrue) throw new Error(`The check failed: ${text}.`)
  say(`ok  ${text}`)
}

await runCommand(async () => {
  const data_dir = join(work, 'postgres')
  const database = await startEmbeddedPostgres({ data_dir, durable: false, ends_with_starter: true })
  try {
    say('Running the lines of the Dockerfile …')
    const image = await assembleImage({ context: root, folder: join(work, 'image') })
    const socket_dir = new URL(database.url).searchParams.get('host') ?? ''
    const container = startContainer(image, statSync(socket_dir).uid, {
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      PORT: port,
    })
    await container.heard('"msg":"ready"')
    const page = await (await fetch(`http://127.0.0.1:${port}/scores`, { headers: { accept: 'text/html' } })).text()
    require(page.includes('<title>'), 'pages are served')
    require((await container.checkHealth()).code === 0, 'the health check passes while it runs')
    const listed = await container.exec(['npm', 'run', '-s', 'admin', '--', 'list'])
    require(listed.output.includes('No user has a role yet.'), `commands run beside it (${listed.output.trim()})`)
    container.child.kill('SIGTERM')
    require((await container.ended) === 0, 'it shuts down cleanly on request')
    require((await container.checkHealth()).code === 1, 'the health check fails after it has ended')
  } finally {
    await database.stop()
    await removeEmbeddedPostgres(data_dir)
    rmSync(work, { recursive: true, force: true })
  }
})
