import { parseEnv } from 'node:util'
import { readVariables } from '@muster/server/config'
import { expect, test } from 'vitest'
import { askAll, describeEnvironment, describeLogins } from './questions.ts'

/** An operator with these answers, in order, by variable; without further answers the present value is kept. */
function aPerson(answers: Record<string, string[]>) {
  const asked: string[] = []
  const said: string[] = []
  const ask = (text: string) => {
    const name = /\n(\w+)/.exec(text)?.[1] ?? ''
    asked.push(text)
    if (asked.length > 50) throw new Error(`asked for ${name} over and over`)
    return Promise.resolve(answers[name]?.shift() ?? '')
  }
  return { asked, said, ask, say: (text: string) => void said.push(text) }
}

const good = () => ({
  PUBLIC_URL: ['https://muster.example.org'],
  DATABASE_URL: ['postgres://muster:p$ss"w%23rd@127.0.0.1/muster'],
  POE_CLIENT_ID: ['muster'],
  POE_CLIENT_SECRET: ['a # b'],
  POE_CONTACT: ['me@example.org'],
})

test('the answers become a file that the server starts with', async () => {
  const person = aPerson(good())
  const written = parseEnv(describeEnvironment(await askAll(person, {})))
  expect(readVariables(written)).toMatchObject({ ok: true, values: { PUBLIC_URL: 'https://muster.example.org' } })
  expect(written).toMatchObject({ DATABASE_URL: good().DATABASE_URL[0], POE_CLIENT_SECRET: 'a # b' })
  expect(written).not.toHaveProperty('DISCORD_CLIENT_SECRET')
  expect(person.said).toEqual([])
})

test('a server needs no provider, and then is not asked for its secrets', async () => {
  const { PUBLIC_URL, DATABASE_URL } = good()
  const person = aPerson({ PUBLIC_URL, DATABASE_URL })
  const written = parseEnv(describeEnvironment(await askAll(person, {})))
  expect(Object.keys(written).toSorted()).toEqual(['DATABASE_URL', 'DATA_DIR', 'PUBLIC_URL'])
  expect(readVariables(written).ok).toBe(true)
  expect(person.asked.join()).toContain('accepts no new applications at present (August 2026)')
  expect(person.asked.join()).not.toMatch(/POE_CONTACT|_SECRET/)
  expect(describeLogins(written as Record<string, string>)).toContain('passkeys, by invitation')
  expect(describeLogins({ DISCORD_CLIENT_ID: '7' })).toBe('')
})

test('an invalid answer is asked again', async () => {
  const person = aPerson({
    ...good(),
    PUBLIC_URL: ['', 'muster.example.org', 'https://muster.example.org'],
    DATABASE_URL: ['', 'localhost', 'postgres://a@b/c'],
    POE_CLIENT_ID: ["it's", 'muster'],
  })
  expect(await askAll(person, {})).toMatchObject({ DATABASE_URL: 'postgres://a@b/c', POE_CLIENT_ID: 'muster' })
  expect(person.said).toEqual([
    'PUBLIC_URL is needed.',
    'PUBLIC_URL must be an address that begins with http:// or https://.',
    'DATABASE_URL still has the word PASSWORD in it.',
    expect.stringMatching(/^DATABASE_URL must be an address such as postgres:/),
    "POE_CLIENT_ID may have no line break and no ' in it.",
  ])
})

test('an empty answer keeps the present value, without showing a secret; an optional one can be removed', async () => {
  const [first, again] = [aPerson({ ...good(), DISCORD_CLIENT_ID: ['7'], DISCORD_CLIENT_SECRET: ['hush'] }), aPerson({})]
  const answers: Record<string, string> = { ...(await askAll(first, {})), POB_CONCURRENCY: '4' }
  expect(await askAll(again, answers)).toEqual(answers)
  expect(again.asked.join()).not.toMatch(/hush|w%23rd|a # b/)
  const { DISCORD_CLIENT_ID: _, DISCORD_CLIENT_SECRET: __, ...others } = answers
  expect(await askAll(aPerson({ DISCORD_CLIENT_ID: ['-'] }), answers)).toEqual(others)
  expect(parseEnv(describeEnvironment(answers))).toEqual(answers)
})
