import { readFileSync } from 'node:fs'
import type { EndpointName } from '@muster/contract/endpoints'
import { type Column, listAccess } from './access-table.ts'
import type { Document, Operation as Documented } from './fuzz/calls.ts'
import type { Operation } from './operation.ts'
import { fillBody, findValue, hasBody, ownQueries } from './requests.ts'
import type { Scene } from './scene.ts'

// The calls of the published document (docs/openapi.json), each with the document's example as its request.

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as Document
const access = listAccess()

/** The people of a scene by their columns in docs/access.md; the first one with the right to make a call makes it. */
const people: readonly (readonly [Column, keyof Scene['people']])[] = [
  ['user', 'user'],
  ['player', 'player'],
  ['lead', 'lead'],
  ['manager', 'manager'],
  ['designer', 'objective_designer'],
  ['judge', 'submission_judge'],
  ['admin', 'admin'],
  ['owner', 'owner'],
  ['rival', 'rival'],
]

function readOperation(path: string, method: string, documented: Documented): Operation {
  const name = documented.operationId as EndpointName
  const status = Number(Object.keys(documented.responses).find((code) => Number(code) < 300))
  const [type = 'application/json'] = Object.keys(documented.responses[status]?.content ?? {})
  const { parameters = [] } = documented
  const fill = (names: readonly string[]) => (scene: Scene) =>
    Object.fromEntries(names.map((one) => [one, findValue(name, one, scene)]))
  const required = fill(parameters.filter((one) => one.in === 'query' && one.required === true).map((one) => one.name))
  return {
    name,
    method: method.toUpperCase() as Operation['method'],
    path: path.replace(/^\/api/, ''),
    status,
    is_feed: status === 101 || type === 'text/event-stream',
    at: fill(parameters.filter((one) => one.in === 'path').map((one) => one.name)),
    // A user may log in only a few times a minute; a visitor has another address for each call.
    by: path.startsWith('/api/oauth2/') ? null : (people.find(([column]) => access.get(name)?.[column] === 'yes')?.[1] ?? null),
    query: (scene) => ({ ...required(scene), ...ownQueries[name] }),
    ...(hasBody(name) && { body: (scene: Scene) => fillBody(name, scene) }),
    ...(type !== 'application/json' && { sends: type }),
  }
}

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, documented]) => readOperation(path, method, documented)),
)
