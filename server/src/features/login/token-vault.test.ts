import { describe, expect, it } from 'vitest'
import { Secret } from '../../config.ts'
import { createTokenVault } from './token-vault.ts'

const makeVault = (secret = 'a secret that is long enough for a test of the vault', ...old: string[]) =>
  createTokenVault({ encryption_secret: new Secret(secret), encryption_secrets_old: old.map((one) => new Secret(one)) })
const vault = makeVault()

describe('a sealed token', () => {
  it('opens with the same secret in the same place', () => {
    const sealed = vault.seal('poe:1:access', 'tökén')
    expect(vault.open('poe:1:access', sealed)).toBe('tökén')
    expect(makeVault().open('poe:1:access', sealed)).toBe('tökén')
  })

  it('shows nothing of its content, and never looks the same twice', () => {
    const [one, two] = [vault.seal('p', 'token'), vault.seal('p', 'token')]
    expect(one.includes('token')).toBe(false)
    expect(one.equals(two)).toBe(false)
  })

  it('does not open with another secret, for another purpose, or altered, even after it was opened', () => {
    const sealed = vault.seal('poe:1:access', 'token')
    expect(vault.open('poe:1:access', sealed)).toBe('token')
    expect(makeVault('another secret, long enough for this test too').open('poe:1:access', sealed)).toBeNull()
    expect(vault.open('poe:2:access', sealed)).toBeNull()
    for (let place = 0; place < sealed.length; place++) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8((altered.readUInt8(place) + 1) % 256, place)
      expect(vault.open('poe:1:access', altered)).toBeNull()
    }
    expect(vault.open('poe:1:access', sealed.subarray(0, 20))).toBeNull()
  })

  it('opens with an old secret, can be told apart, and is never sealed with an old secret', () => {
    const [before, now] = ['the secret that was used before this one', 'the secret that is used from now on']
    const changed = makeVault(now, 'a very old secret without any use', before)
    const sealed = makeVault(before).seal('poe:1:access', 'token')
    expect([changed.judge('poe:1:access', sealed), changed.open('poe:1:access', sealed)]).toEqual(['old', 'token'])
    const anew = changed.seal('poe:1:access', 'token')
    expect([changed.judge('poe:1:access', anew), makeVault(now).open('poe:1:access', anew)]).toEqual(['present', 'token'])
    expect([makeVault(now).judge('poe:1:access', sealed), changed.judge('poe:2:access', sealed)]).toEqual(['unknown', 'unknown'])
  })
})
