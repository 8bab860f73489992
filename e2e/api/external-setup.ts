import { provideTemplate } from '@muster/server/testing/template-database'
import { findEmbedded, findInstalled, startExternalPostgres } from '@muster/server/testing/external-postgres'
import type { TestProject } from 'vitest/node'
import { openForAll } from './open.ts'

// Runs the same suite on an organiser's setup: an external PostgreSQL, over TCP, with a password. Uses the PostgreSQL of the
// machine from version 15 on; otherwise the embedded programs run as a separate server.

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
