import { copyTemplate } from '@muster/server/testing/template-database'
import type { TestProject } from 'vitest/node'
import { type ApiPlace, secretTexts, startApi } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server shared by most files of the suite. */
    api: ApiPlace
  }
}

/** Starts one server on its own database for all files of a project; checks at the end that it logged no secret. */
export async function openForAll(project: TestProject): Promise<() => Promise<void>> {
  const given = readGiven(process.env)
  if (given) {
    project.provide('api', given)
    return async () => undefined
  }
  const { server_url, template_database } = project.getProvidedContext()
  const database = await copyTemplate(server_url, template_database)
  const program = await startApi(database.url)
  const { base_url, database_url, token_secret, bot_secret } = program
  project.provide('api', { base_url, database_url, token_secret, bot_secret })
  return async () => {
    await program.stop()
    await database.drop()
    const leaks = program.log().filter(holdsSecret)
    if (leaks.length > 0) throw new Error(`The server logged secrets:\n${leaks.slice(0, 5).join('\n')}`)
  }
}

/** The configured secrets, and any text that looks like a login token. */
const holdsSecret = (line: string) =>
  /eyJ[\w-]{10,}\.[\w-]{10,}/.test(line) || secretTexts.some((secret) => line.includes(secret))

/** A running server: its address, its database, and the secrets that sign its tokens. */
function readGiven(environment: NodeJS.ProcessEnv): ApiPlace | null {
  const base_url = environment['API_BASE_URL']?.replace(/\/+$/, '')
  if (!base_url) return null
  const demand = (name: string) => {
    const value = environment[name]
    if (!value) throw new Error(`API_BASE_URL also needs ${name}`)
    return value
  }
  return {
    base_url,
    database_url: demand('API_DATABASE_URL'),
    token_secret: demand('API_TOKEN_SECRET'),
    bot_secret: environment['API_BOT_SECRET'] ?? '',
  }
}
