import swagger from '@fastify/swagger'
import { type Access, type Endpoint, type Grant, isFeed } from '@muster/contract/endpoint'
import { type EndpointName, endpoints } from '@muster/contract/endpoints'
import { type RefusalCode, refusals } from '@muster/contract/errors'
import type { Role } from '@muster/contract/users'
import { refusalWithoutLogin } from '@muster/domain/access'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { exampleParameters, examples } from './examples/examples.ts'

const codes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]

const RefusalSchema = z
  .object({
    error: z.string(),
    code: z.enum(codes),
    problems: z.array(z.object({ field: z.string(), problem: z.string() })).optional(),
  })
  .meta({ id: 'Refusal' })

const wordsFor: Readonly<Record<Exclude<Grant, Role>, string>> = {
  user: 'everyone with a login',
  team_member: 'members of a team of the event',
  team_lead: 'leads of a team of the event',
  self: 'the user of the path',
  owner: 'its owner',
  bot: 'the chat bot',
}
const inWords: Readonly<Record<string, string>> = wordsFor

/** The permitted callers, in words. */
export function describeAccess(access: Access): string {
  if (access === 'public') return 'everyone'
  return access.map((grant) => inWords[grant] ?? grant.replaceAll('_', ' ')).join(' or ')
}

/** Every refusal of a call: its own ones, and the ones implied by its declaration. */
export function listRefusals(endpoint: Endpoint): RefusalCode[] {
  const own = new Set<RefusalCode>(endpoint.refusals)
  if (endpoint.params || endpoint.query || endpoint.body || isFeed(endpoint)) own.add('invalid_request')
  if (endpoint.body) own.add('payload_too_large').add('unsupported_media_type')
  if (endpoint.event !== 'none') own.add('invalid_event_id').add('event_not_found')
  if (endpoint.needs_raw_data) own.add('event_final')
  own.add('key_refused')
  if (endpoint.keys !== 'public') own.add('key_not_enough')
  if (endpoint.access !== 'public') {
    own.add(refusalWithoutLogin(endpoint))
    if (!endpoint.access.includes('user')) own.add('not_allowed')
  }
  own.add('request_timeout').add('headers_too_large').add('rate_limited').add('internal').add('unavailable')
  return codes.filter((code) => own.has(code))
}

/** Refusals of a call by status. */
function groupRefusals(endpoint: Endpoint): Map<number, RefusalCode[]> {
  return Map.groupBy(listRefusals(endpoint), (code) => refusals[code].status)
}

type Requirement = Record<string, readonly string[]>
const loginNeeded: Requirement[] = [{ login: [] }]
/** With an empty requirement: a login is optional. */
const loginOptional: Requirement[] = [{}, { login: [] }]

/** How keys may make a call, in words. */
export function describeKeys({ keys = null }: Pick<Endpoint, 'keys'>): string {
  return keys === null ? 'Not for keys' : `Keys with the scope ${keys}`
}

/** How the messages of a feed arrive; empty for other calls. */
function describeFeed(endpoint: Endpoint): string {
  if (endpoint.status === 101) return ' A WebSocket; the schema is that of one message.'
  return isFeed(endpoint) ? ' Server-sent events; the schema is that of the data of one event.' : ''
}

/** The route in Fastify's form: schemas for parsing, the rest for the document. */
export function describeRoute(name: string, endpoint: Endpoint): FastifySchema {
  const isOpen = endpoint.access === 'public'
  const responses = [...groupRefusals(endpoint).keys()].map((status): [number, z.ZodType] => [status, RefusalSchema])
  return {
    operationId: name,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `For ${describeAccess(endpoint.access)}. ${describeKeys(endpoint)}.${describeFeed(endpoint)}`,
    security: [...(isOpen ? loginOptional : loginNeeded), ...(endpoint.keys ? [{ key: [endpoint.keys] }] : [])],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: Object.fromEntries([[endpoint.status, endpoint.reply ?? z.undefined()], ...responses]),
  }
}

/** The parts of the document that are changed after it was made. */
interface OpenApi {
  paths?: Record<string, unknown>
  components?: { schemas?: Record<string, unknown> }
}

interface Content {
  content?: Record<string, { example?: unknown }>
}
interface Operation {
  parameters?: { name: string; schema?: { type?: string }; example?: unknown }[]
  requestBody?: Content
  responses: Record<string, Content & { description?: string }>
}

/** Describes each status of a call, and adds an example of every body and answer. */
function describeCall(name: EndpointName, endpoint: Endpoint, operation: Operation): void {
  const { body, reply } = examples[name] as { body?: unknown; reply?: unknown }
  for (const parameter of operation.parameters ?? []) {
    const value = exampleParameters[parameter.name]
    parameter.example = parameter.schema?.type === 'string' && value !== undefined ? String(value) : value
  }
  showExample(operation.requestBody, body)
  const good = operation.responses[endpoint.status]
  if (good) good.description = endpoint.status === 101 ? 'The socket is open; the server sends messages of this shape' : 'Done'
  showExample(good, reply)
  // The data of one event of a stream is described as if it were the whole answer.
  const whole = good?.content?.['application/json']
  if (good && whole && endpoint.answer_type) good.content = { [endpoint.answer_type]: whole }
  // Pictures have no schema.
  if (good && endpoint.answer_type && !endpoint.reply) good.content = { [endpoint.answer_type]: {} }
  for (const [status, listed] of groupRefusals(endpoint)) {
    const answer = operation.responses[status]
    if (!answer) continue
    answer.description = listed.map((code) => `\`${code}\`: ${refusals[code].sentence}`).join('\n\n')
    const [code] = listed
    if (code) showExample(answer, { error: refusals[code].sentence, code })
  }
}

function showExample(part: Content | undefined, example: unknown): void {
  for (const content of Object.values(part?.content ?? {})) content.example = example
}

function describeCalls(document: OpenApi): void {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = document.paths?.[`/api${endpoint.path}`] as Record<string, Operation> | undefined
    const operation = path?.[endpoint.method.toLowerCase()]
    if (operation) describeCall(name as EndpointName, endpoint, operation)
  }
}

/**
 * Removes unreferenced schemas: each is made once as sent and once as received. The rest is sorted by name, independent of the
 * load order of modules.
 */
function keepUsed(document: OpenApi): void {
  const schemas = document.components?.schemas ?? {}
  const used = new Set<string>()
  const open: unknown[] = [{ ...document, components: null }]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (!used.has(name)) open.push(schemas[name] ?? null)
      used.add(name)
    }
  }
  const kept = Object.keys(schemas)
    .filter((name) => used.has(name))
    .toSorted()
  document.components = { ...document.components, schemas: Object.fromEntries(kept.map((name) => [name, schemas[name]])) }
}

/** Makes the OpenAPI 3.1 document from the table; register before the routes. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  const transformObject = createJsonSchemaTransformObject({})
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Muster',
        version: '1',
        description:
          'League events for Path of Exile: teams, objectives, live scores. Every refusal is `{ error, code }`; `code` is stable.',
      },
      components: {
        securitySchemes: {
          login: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          key: { type: 'http', scheme: 'bearer', bearerFormat: 'muster_…', description: 'A key from the settings: reads only' },
        },
      },
    },
    transform: createJsonSchemaTransform({}),
    transformObject: (input) => {
      const document = transformObject(input)
      // The plugin could also make another form; `openapi` above selects this one.
      const openApi = document as OpenApi
      describeCalls(openApi)
      keepUsed(openApi)
      return document
    },
  })
}
