import type { Endpoint } from '@muster/contract/endpoint'
import { type EndpointName, endpoints } from '@muster/contract/endpoints'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exampleParameters, examples } from './examples.ts'

const calls = (Object.entries(endpoints) as [EndpointName, Endpoint][]).map(([name, endpoint]) => ({
  name,
  endpoint,
  example: examples[name] as { body?: unknown; reply?: unknown } | undefined,
}))

/** Parameters of the address, according to its schema. */
const nameParameters = (schema: z.ZodType | undefined) =>
  Object.keys(schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : {})
const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, String(exampleParameters[name])]))

describe('the example of every call', () => {
  it.each(calls.filter(({ endpoint }) => endpoint.body))('$name sends a valid body', ({ endpoint, example }) => {
    expect(endpoint.body?.safeParse(example?.body).error).toBeUndefined()
  })

  it.each(calls.filter(({ endpoint }) => endpoint.reply))('$name returns a valid reply', ({ endpoint, example }) => {
    const parsed = endpoint.reply?.safeParse(example?.reply)
    expect(parsed?.error).toBeUndefined()
    expect(parsed?.data).toEqual(example?.reply)
  })

  it.each(calls)('$name has all parameters of its address', ({ endpoint }) => {
    const [params, query] = [nameParameters(endpoint.params), nameParameters(endpoint.query)]
    expect([...params, ...query].filter((name) => exampleParameters[name] === undefined)).toEqual([])
    expect(endpoint.params?.safeParse(pick(params)).error).toBeUndefined()
    expect(endpoint.query?.safeParse(pick(query)).error).toBeUndefined()
  })
})
