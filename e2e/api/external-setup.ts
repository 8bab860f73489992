import { provideTemplate } from '@muster/server/testing/template-database'
import { findEmbedded, findInstalled, startExternalPostgres } from '@muster/server/testing/external-postgres'
import type { TestProject } from 'vitest/node'
import { openForAll } from './open.ts'

// The same suite against what an organiser runs: a PostgreSQL that is not ours, over TCP, with a password. The machine's own
// where there is one, from version 15 on; else the embedded programs as a server of their own.

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startExternalPostgres(findInstalled() ?? findEmbedded())
  const dropTemplate = await provideTemplate(project, server.url)
  const close = await openForAll(project)
  return async () => {
    await close()
    await dropTemplate()
    await server.stop()
  }
}
