import { buildCodeLength } from '@muster/contract/submissions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recogniseBuild, toBase64 } from './build-code.ts'

const code = `eNqVW2${'aZ09-_'.repeat(20)}`

describe('a paste', () => {
  it.each([
    ['a code', code, 'code'],
    ['a code with line breaks and padding', ` ${code.slice(0, 60)}\r\n${code.slice(60)}==\n`, 'code'],
    ['a code in the plain alphabet', code.replaceAll('-', '+').replaceAll('_', '/'), 'code'],
    ['a code without compression', `eAEB${code}`, 'code'],
    ['the address of a build', ' https://pobb.in/Ab3_x ', 'link'],
    ['an address without its scheme', 'pastebin.com/Ab3x', 'link'],
    ['an address of the program', 'pob2://pobbin/Ab3x', 'link'],
    ['an item', 'Item Class: Rings\nRarity: Rare\nGale Loop\nRuby Ring', null],
    ['an item below an address', `https://pobb.in/x\nRarity: Rare`, null],
    ['a word', 'eNormous', null],
    ['other base64', `aGVs${code}`, null],
    ['nothing', '', null],
  ])('is recognised: %s', (_, text, expected) => {
    expect(recogniseBuild(text)).toBe(expected)
  })

  it('becomes plain base64, or is not a code', () => {
    expect(toBase64(' eJ-_\nAA== ')).toEqual({ ok: true, base64: 'eJ+/AA' })
    expect(toBase64('%%%')).toEqual({ ok: false, reason: 'not_a_build' })
    expect(toBase64('')).toEqual({ ok: false, reason: 'not_a_build' })
    expect(toBase64('A'.repeat(buildCodeLength + 1))).toEqual({ ok: false, reason: 'too_large' })
  })

  it('never throws, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        recogniseBuild(text)
        toBase64(text)
      }),
    )
  })
})
