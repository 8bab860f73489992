import { describe, expect, it } from 'vitest'
import { Secret } from '../../config.ts'
import { openToken, sealToken } from './token-vault.ts'

const secret = new Secret('a secret that is long enough for a test of the vault')

describe('a sealed token', () => {
  it('opens with the same secret in the same place', () => {
    expect(openToken(secret, 'poe:1:access', sealToken(secret, 'poe:1:access', 'tökén'))).toBe('tökén')
  })

  it('shows nothing of itself, and never looks the same twice', () => {
    const [one, two] = [sealToken(secret, 'p', 'token'), sealToken(secret, 'p', 'token')]
    expect(one.includes('token')).toBe(false)
    expect(one.equals(two)).toBe(false)
  })

  it('does not open with another secret, in another place, or altered', () => {
    const sealed = sealToken(secret, 'poe:1:access', 'token')
    expect(openToken(new Secret('another secret, long enough for this test too'), 'poe:1:access', sealed)).toBeNull()
    expect(openToken(secret, 'poe:2:access', sealed)).toBeNull()
    for (let place = 0; place < sealed.length; place++) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8((altered.readUInt8(place) + 1) % 256, place)
      expect(openToken(secret, 'poe:1:access', altered)).toBeNull()
    }
    expect(openToken(secret, 'poe:1:access', sealed.subarray(0, 20))).toBeNull()
  })
})
