import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAccountCalls } from './account-calls.ts'
import { fingerprintCharacter } from './character-fingerprint.ts'
import type { Requester } from './request.ts'
import type { GameSettings } from './settings.ts'

const take = (text: string) => fingerprintCharacter(Buffer.from(text))

const character = (experience: number, more: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ character: { id: 'a', level: 92, experience, equipment: [{ name: 'Ring' }], ...more } })

describe('two answers about a character', () => {
  test('have the same fingerprint if only the experience differs, which is returned separately', () => {
    const { fingerprint, left_out } = take(character(99))
    expect(left_out).toBe(99)
    expect(take(character(4_250_334_444))).toEqual({ fingerprint, left_out: 4_250_334_444 })
  })

  test('differ as soon as anything else changes', () => {
    const { fingerprint } = take(character(99))
    for (const more of [{ level: 93 }, { equipment: [] }, { name: 'Tank' }, { equipment: [{ name: 'Ring', x: 99 }] }])
      expect(take(character(99, more)).fingerprint).not.toBe(fingerprint)
  })

  test('have the same fingerprint exactly if they are equal except for that number', () => {
    const parts = fc.record({
      level: fc.integer({ min: 1, max: 100 }),
      name: fc.string(),
      equipment: fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }),
    })
    const other = fc.option(parts, { nil: null, freq: 1 })
    fc.assert(
      fc.property(parts, other, fc.nat(), fc.nat(), (one, second, experience, later) => {
        const before = take(character(experience, one))
        const after = take(character(later, second ?? one))
        const isSame = JSON.stringify(one) === JSON.stringify(second ?? one)
        expect(before.fingerprint === after.fingerprint).toBe(isSame)
      }),
    )
  })
})

test.each([
  ['there is none', '{"character":null}'],
  ['it is not a number', '{"character":{"experience":"99"}}'],
  ['it is a fraction', '{"character":{"experience":9.5}}'],
  ['it is negative', '{"character":{"experience":-9}}'],
  ['it is too long to be exact', `{"character":{"experience":${'9'.repeat(16)}}}`],
  ['it stands apart', '{"character":{"experience": 99}}'],
  ['the answer ends there', '{"character":{"experience":99'],
  ['another field has the same name', '{"character":{"experience":99,"gem":{"experience":5}}}'],
  ['another field is called the same', '{"character":{"experience":99,"name":"experience"}}'],
])('every byte counts if %s', (_, text) => {
  const taken = take(text)
  expect(taken.left_out).toBeUndefined()
  expect(taken).toEqual(take(text))
  expect(take(`${text} `).fingerprint).not.toBe(taken.fingerprint)
})

test('a number that is not the experience counts like every other byte', async () => {
  const content = { character: { id: 'a', name: 'Tank', class: 'Witch', league: 'L', level: 92, experience: 99 } }
  const ask = async (left_out: number) => {
    const look = () => Promise.resolve({ ok: true, value: { fingerprint: 'f', left_out, content } })
    const settings: Pick<GameSettings, 'api_url' | 'client_id'> = { api_url: 'http://127.0.0.1', client_id: 'muster' }
    const calls = createAccountCalls(settings as GameSettings, { look } as unknown as Requester)
    const answer = await calls.fetchCharacter({ account_id: 'a', access_token: 't' }, 'poe1', 'Tank')
    return answer.ok ? answer.value.fingerprint : null
  }
  expect(await ask(99)).toBe('f')
  const others = [await ask(5), await ask(6)]
  expect(new Set([...others, 'f']).size).toBe(3)
  expect(await ask(5)).toBe(others[0])
})
