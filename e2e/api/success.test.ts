import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, openApi } from './api.ts'
import { fieldCases, listBodyFields } from './bad-values.ts'
import { listFields, makeCall } from './make-call.ts'
import { operations } from './operations.ts'
import { setScene } from './scene.ts'
import { answeredOutside } from './specification.ts'

// Every call with a valid request, and every optional or stored value: all of it reaches the database.

const calls = operations.filter(({ is_feed }) => !is_feed)
const json = 'application/json; charset=utf-8'

let api: Api
beforeAll(() => {
  api = openApi()
})
afterAll(() => api.close())

describe.each(calls.filter(({ name }) => !answeredOutside.has(name)))('$name, made well,', (operation) => {
  it(`is answered ${operation.status}`, async () => {
    const answer = await makeCall(api, operation, await setScene(api))
    expect({ status: answer.status, text: answer.status >= 400 ? answer.text : '' }).toEqual({
      status: operation.status,
      text: '',
    })
    const isEmpty = operation.status === 204
    expect([answer.type, answer.text === '']).toEqual(isEmpty ? ['', true] : [operation.sends ?? json, false])
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const isKept = operation.name === 'getTeamLogo'
    const read = isKept ? /^public, max-age=\d+, immutable$/ : /^(private, )?no-(cache|store)$/
    expect(answer.headers.get('cache-control')).toMatch(operation.method === 'GET' ? read : /^no-store$/)
  })
})

const withFields = calls.filter(({ name }) => listBodyFields(name).length > 0 && !answeredOutside.has(name))

const goodCases = withFields.flatMap((operation) =>
  fieldCases(operation.name).flatMap((one) => (one.isGood ? [{ ...one, name: operation.name, operation }] : [])),
)

it.each(goodCases)('the field $field of $name: $words is accepted', async ({ operation, change }) => {
  const own = await setScene(api)
  const answer = await makeCall(api, operation, own, { body: change(operation.body?.(own) as Record<string, unknown>) })
  expect({ status: answer.status, problems: listFields(answer.status < 300 ? { ...answer, json: {} } : answer) }).toEqual({
    status: operation.status,
    problems: [],
  })
})

/** Text fields with a fixed format. */
const hasForm = new Set(
  'color patch tag abbreviation token secret code state redirect_url partner_account_name embed_hosts'.split(' '),
)
const withTexts = withFields.flatMap((operation) => {
  const texts = listBodyFields(operation.name).filter(({ field, kind }) => kind === 'text' && !hasForm.has(field))
  // A deletion has to repeat the account name exactly.
  return texts.length > 0 && !operation.name.startsWith('delete') ? [{ name: operation.name, operation, texts }] : []
})

it.each(withTexts)('texts of $name are returned as sent, in any script', async ({ operation, texts }) => {
  const own = await setScene(api)
  const sent = operation.body?.(own) as Record<string, unknown>
  const written = Object.fromEntries(
    texts.flatMap(({ field }) => (typeof sent[field] === 'string' ? [[field, `${sent[field]} Öä測試☀`]] : [])),
  ) as Record<string, string>
  const { status, json } = await makeCall(api, operation, own, { body: { ...sent, ...written } })
  expect(status).toBe(operation.status)
  const whole = (json ?? {}) as { withdrawal?: Record<string, unknown> } & Record<string, unknown>
  const answer: Record<string, unknown> = { ...whole, ...whole.withdrawal }
  for (const [field, text] of Object.entries(written)) expect(answer[field] ?? text).toBe(text)
})
