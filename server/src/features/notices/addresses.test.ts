import { describe, expect, test } from 'vitest'
import { readRouteAddress } from './addresses.ts'

const token = 'a1B2-c3_D4'.repeat(7).slice(0, 68)
const discord = (text: string, discord_url = 'https://discord.com') => readRouteAddress('discord', text, discord_url, [])
const https = (text: string, allowed: string[] = []) => readRouteAddress('https', text, 'https://discord.com', allowed)

describe('the webhook of a Discord channel', () => {
  test.each(['discord.com/api', 'discordapp.com/api', 'ptb.discord.com/api', 'canary.discord.com/api/v10'])(
    'is read at %s',
    (place) => {
      const read = discord(` https://${place}/webhooks/123456789012345678/${token} `)
      expect(read).toMatchObject({ ok: true, stored: `123456789012345678/${token}` })
      expect(read.ok && read.hint).toBe(`${place.split('/')[0]}/…${token.slice(-4)}`)
    },
  )
  test('is read at a simulated Discord', () => {
    const at = 'http://127.0.0.1:3001/discord'
    expect(discord(`${at}/api/webhooks/123456789012345678/${token}`, at)).toMatchObject({ ok: true })
  })
  test.each([
    `https://discord.com.evil.test/api/webhooks/123456789012345678/${token}`,
    `https://evil.test/discord.com/api/webhooks/123456789012345678/${token}`,
    `http://discord.com/api/webhooks/123456789012345678/${token.slice(0, 10)}`,
    `https://discord.com/api/webhooks/123456789012345678/${token}/slack`,
    `https://discord.com/api/webhooks/../../${token}`,
    `https://name@discord.com/api/webhooks/123456789012345678/${token}`,
    'https://discord.com/channels/1/2',
    'discord',
  ])('is not %s', (text) => {
    expect(discord(text).ok).toBe(false)
  })
})

describe('a program', () => {
  test('has an https address, whose fragment is dropped and of which four characters are shown', () => {
    expect(https('https://hooks.example/muster?key=abcdef#x')).toEqual({
      ok: true,
      stored: 'https://hooks.example/muster?key=abcdef',
      hint: 'hooks.example/…cdef',
    })
  })
  test.each([
    'http://hooks.example/x',
    'https://a:b@hooks.example/x',
    'file:///etc/passwd',
    '',
    `https://discord.com/api/webhooks/1/${token}`,
  ])('is not at %s', (text) => {
    expect(https(text).ok).toBe(false)
  })
  test('may be without TLS where the operator allows it', () => {
    expect(https('http://127.0.0.1:4000/x', ['http://127.0.0.1:4000'])).toMatchObject({ ok: true })
  })
})
