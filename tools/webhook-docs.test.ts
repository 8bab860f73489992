import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebhookMessage } from '@muster/contract/notices'
import { expect, it } from 'vitest'
import { root } from './places.ts'

it('docs/webhook.schema.json describes the message to a program (UPDATE_SCHEMA=1 rewrites it)', () => {
  const path = join(root, 'docs', 'webhook.schema.json')
  const schema = { title: 'A message of Muster to a program', ...WebhookMessage.toJSONSchema({ io: 'input' }) }
  const written = `${JSON.stringify(schema, null, 2)}\n`
  if (process.env['UPDATE_SCHEMA']) writeFileSync(path, written)
  expect(readFileSync(path, 'utf8')).toBe(written)
})

it('the example of docs/webhooks.md is such a message', () => {
  const text = readFileSync(join(root, 'docs', 'webhooks.md'), 'utf8')
  const example: unknown = JSON.parse(/```json\n([^`]*)```/.exec(text)?.[1] ?? '')
  expect(WebhookMessage.parse(example)).toEqual(example)
})
