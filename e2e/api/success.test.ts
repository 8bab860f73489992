import { endpoints } from '@muster/contract/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, openApi } from './api.ts'
import { fieldCases } from './bad-values.ts'
import { listFields, makeCall } from './make-call.ts'
import { operations } from './operations.ts'
import { type Scene, setScene } from './scene.ts'

// Every call made well, as the contract writes it, and every value that may be left out or stored: all of it reaches the
// database.

const calls = operations.filter(({ name, status }) => name in endpoints && status !== 101)
const json = 'application/json; charset=utf-8'

let api: Api
beforeAll(() => {
  api = openApi()
})
afterAll(() => api.close())

describe.each(calls.filter(({ name }) => name !== 'oauthCallback'))('$name, made well,', (operation) => {
  it(`is answered ${operation.status}`, async () => {
    const answer = await makeCall(api, operation, await setScene(api))
    expect({ status: answer.status, text: answer.status >= 400 ? answer.text : '' }).toEqual({
      status: operation.status,
      text: '',
    })
    const isEmpty = operation.status === 204
    expect([answer.type, answer.text === '']).toEqual(isEmpty ? ['', true] : [operation.sends ?? json, false])
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const isKept = operation.sends === 'image/webp'
    const read = isKept ? /^public, max-age=\d+, immutable$/ : /^no-(cache|store)$/
    expect(answer.headers.get('cache-control')).toMatch(operation.method === 'GET' ? read : /^no-store$/)
  })
})

const withFields = calls.filter(({ body, fields }) => body && fields)

describe.each(withFields)('a field of the body of $name', (operation) => {
  const body = (at: Scene) => operation.body?.(at) as Record<string, unknown>
  const cases = fieldCases(operation.fields ?? {})
  const success = operation.name === 'oauthCallback' ? 400 : operation.status

  it.each(cases.filter(({ isGood }) => isGood))('$field: $words is accepted', async ({ change }) => {
    const own = await setScene(api)
    const answer = await makeCall(api, operation, own, { body: change(body(own)) })
    expect({ status: answer.status, problems: listFields(answer.status < 300 ? { ...answer, json: {} } : answer) }).toEqual({
      status: success,
      problems: [],
    })
  })

  it('comes back as it was sent, in any script', async () => {
    const own = await setScene(api)
    const sent = body(own)
    const { status, json: answered } = await makeCall(api, operation, own)
    const whole = status < 300 ? (answered as Record<string, unknown> | undefined) : undefined
    const answer = operation.shown_in ? (whole?.[operation.shown_in] as Record<string, unknown>) : whole
    const isShown = (name: string, value: unknown) => typeof value === 'string' && typeof answer?.[name] === 'string'
    const texts = Object.entries(sent).filter(
      ([name, value]) => isShown(name, value) && operation.fields?.[name]?.startsWith('text'),
    )
    for (const [name, value] of texts) expect(answer?.[name]).toBe(value)
  })
})
