import { readFileSync } from 'node:fs'
import { type Endpoint, isFeed } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { refusals } from '@muster/contract/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { feedScript, renderFeed } from './docs-feed.ts'
import { describeAccess, describeKeys, listRefusals } from './openapi.ts'

const stylesheet = readFileSync(new URL('./docs.css', import.meta.url))

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  items?: JsonSchema | boolean
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  default?: unknown
  $defs?: Record<string, JsonSchema>
}

/** A schema as people write types: `{ id: integer, teams: Team[] }`. */
function writeType(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) return schema.$ref === '#' ? 'the same' : (schema.$ref.split('/').pop() ?? '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((option) => writeType(option, indent)).join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => writeType(item, indent)).join(', ')}]`
  if (schema.type === 'array') return `${wrapUnion(writeType(typeof schema.items === 'object' ? schema.items : {}, indent))}[]`
  if (schema.properties) return writeObject(schema, indent)
  if (schema.type === 'object')
    return `{ [key]: ${writeType(typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}, indent)} }`
  const type = [schema.type ?? 'anything'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}

const wrapUnion = (text: string) => (text.includes(' | ') ? `(${text})` : text)

function writeObject({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const deeper = `${indent}  `
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?'
    const fallback = property.default === undefined ? '' : `  = ${JSON.stringify(property.default)}`
    return `${deeper}${name}${mark}: ${writeType(property, deeper)}${fallback}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function renderSchema(label: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const { $defs = {}, ...top } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  const named = Object.entries($defs).map(([name, definition]) => `${name} = ${writeType(definition)}`)
  return `<dt>${label}</dt><dd><pre>${escapeHtml([writeType(top), ...named].join('\n\n'))}</pre></dd>`
}

function renderEndpoint(name: string, endpoint: Endpoint): string {
  const refused = listRefusals(endpoint).map(
    (code) => `<li><b>${refusals[code].status}</b> <code>${code}</code> ${escapeHtml(refusals[code].sentence)}</li>`,
  )
  const method = endpoint.status === 101 ? 'WS' : isFeed(endpoint) ? 'SSE' : endpoint.method
  return `<section id="${name}">
<h3><span class="method">${method}</span> <code>/api${escapeHtml(endpoint.path)}</code></h3>
<p>${escapeHtml(endpoint.summary)}.</p>
<dl>
<dt>Name</dt><dd><code>${name}</code></dd>
<dt>For</dt><dd>${escapeHtml(describeAccess(endpoint.access))}</dd>
<dt>Keys</dt><dd>${escapeHtml(describeKeys(endpoint))}</dd>
${renderSchema('Path', endpoint.params, 'input')}
${renderSchema('Query', endpoint.query, 'input')}
${renderSchema('Body', endpoint.body, 'input')}
${renderSchema(isFeed(endpoint) ? 'Each message' : `Answer ${endpoint.status}`, endpoint.reply, 'output')}
<dt>Refusals</dt><dd><details><summary>${refused.length} possible</summary><ul>${refused.join('')}</ul></details></dd>
</dl>
</section>`
}

/** The API documentation for people, from the endpoint table; a script only for the buttons of the feed. */
function renderDocs(has_sandbox: boolean): string {
  const groups = Map.groupBy(Object.entries<Endpoint>(endpoints), ([, endpoint]) => endpoint.tag)
  const links = [...groups].map(
    ([tag, list]) =>
      `<h2>${escapeHtml(tag)}</h2><ul>${list.map(([name]) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul>`,
  )
  const sections = [...groups].map(
    ([tag, list]) => `<h2>${escapeHtml(tag)}</h2>${list.map(([name, endpoint]) => renderEndpoint(name, endpoint)).join('')}`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Muster API</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs.css">
<script type="module" src="/api/docs.js"></script>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header><h1>Muster API</h1>
<p>Everything the pages do goes through these calls. Log in with <code>Authorization: Bearer …</code>; where a path has an event id,
<code>current</code> and <code>sandbox</code> work too. A refusal is <code>{ error, code }</code>: programs read the code, people the sentence.
The same as data: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p></header>
<nav aria-label="Calls"><ul><li><a href="#feed">Follow an event</a></li></ul>${links.join('')}</nav>
<main id="calls">${renderFeed(has_sandbox)}${sections.join('')}</main>
</body>
</html>
`
}

/** `/api/docs` for people and `/api/openapi.json` for programs, made once; and the link to the source. */
export function registerDocs(
  app: FastifyInstance,
  { source_url, has_sandbox }: Pick<Config, 'source_url' | 'has_sandbox'>,
): void {
  let page: string | undefined
  /** Serialising a megabyte for every request would be most of its cost. */
  let document: Buffer | undefined
  const hidden = { schema: { hide: true } as object }
  // The pages link here, so that none of them needs the address.
  app.get('/api/source', hidden, (_request, reply) =>
    source_url === null
      ? reply
          .code(404)
          .type('text/plain; charset=utf-8')
          .send('The operator of this server has not set SOURCE_URL. Please ask them for its source.\n')
      : reply.redirect(source_url),
  )
  app.get('/api/docs', hidden, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((page ??= renderDocs(has_sandbox))),
  )
  app.get('/api/docs.css', hidden, (_request, reply) => reply.type('text/css; charset=utf-8').send(stylesheet))
  app.get('/api/docs.js', hidden, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(feedScript))
  app.get('/api/openapi.json', hidden, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((document ??= Buffer.from(JSON.stringify(app.swagger())))),
  )
}
