import { expect, test } from 'vitest'
import { ok } from './finding.ts'
import { judgeAddress, judgeGame, judgeLogins, judgeProxy, judgeSecrets, judgeSource } from './settings.ts'

const strong = 'vJ2xK8qLr0TzWm4Yp1NcHs7DgBf5EaUo'

test.each([
  ['none are set', {}, 'ok'],
  ['they are strong', { TOKEN_SECRET: strong, ENCRYPTION_SECRET: strong.toLowerCase(), OTHER: 'a' }, 'ok'],
  ['one repeats a word', { TOKEN_SECRET: 'changeme'.repeat(5) }, 'problem'],
  ['one is a row of one letter', { BOT_SECRET: 'a'.repeat(64) }, 'problem'],
  ['two are the same', { TOKEN_SECRET: strong, ENCRYPTION_SECRET: strong }, 'problem'],
  ['one is that of the example', { POE_CLIENT_SECRET: 'local-simulator-secret' }, 'warning'],
])('secrets when %s', (_, said, state) => {
  const findings = judgeSecrets(said)
  expect(findings.map((finding) => finding.state)).toEqual([state])
  for (const value of Object.values(said)) if (value.length > 1) expect(JSON.stringify(findings)).not.toContain(value)
})

const addressed = (PUBLIC_URL: string, POE_CLIENT_ID?: string) =>
  judgeAddress({ PUBLIC_URL, POE_CLIENT_ID, DISCORD_CLIENT_ID: '1', TWITCH_CLIENT_ID: undefined })

test.each([
  ['https://muster.example.org', 'ok'],
  ['http://localhost:3000', 'warning'],
  ['https://203.0.113.7', 'warning'],
  ['https://muster', 'warning'],
  ['http://muster.example.org', 'problem'],
])('the address %s: %s', (url, state) => {
  expect(addressed(url)[0]?.state).toBe(state)
})

test('the redirect addresses to register are those of the configured providers', () => {
  const register = (provider: string) => `register https://muster.example.org/auth/${provider}/callback`
  const listRedirects = (POE_CLIENT_ID?: string) =>
    addressed('https://muster.example.org', POE_CLIENT_ID)
      .slice(1)
      .map(({ text }) => text)
  expect(listRedirects()).toEqual([register('discord')])
  expect(listRedirects('muster')).toEqual([register('poe'), register('discord')])
})

test.each([
  ['https://muster.example.org', '1', 'ok', 'Discord, passkeys at muster.example.org'],
  ['http://localhost:3000', undefined, 'ok', 'passkeys at localhost'],
  ['http://192.168.0.7:3000', undefined, 'warning', expect.stringContaining('There is no way to log in')],
])('at %s with the Discord client %s, logins are %s', (PUBLIC_URL, DISCORD_CLIENT_ID, state, text) => {
  const clients = { POE_CLIENT_ID: undefined, TWITCH_CLIENT_ID: undefined }
  expect(judgeLogins({ PUBLIC_URL, DISCORD_CLIENT_ID, ...clients })).toMatchObject({ state, text })
})

test('a server without a client of the game has no problem, and the doctor says what works', () => {
  const findings = judgeGame({ POE_CLIENT_ID: undefined })
  expect(new Set(findings.map(({ state }) => state))).toEqual(new Set(['ok']))
  expect(findings).toContainEqual(ok('Works', 'Submissions: players report with a link to their proof, judges decide'))
  expect(findings.filter(({ about }) => about === 'With the game').length).toBeGreaterThan(3)
  expect(judgeGame({ POE_CLIENT_ID: 'muster' })).toEqual([ok('Game', 'its API is read as the client muster')])
})

test.each([
  ['127.0.0.1', ['loopback'], 'ok'],
  ['0.0.0.0', ['10.0.0.5'], 'ok'],
  ['0.0.0.0', ['loopback'], 'warning'],
  ['0.0.0.0', [], 'warning'],
])('listening on %s and trusting %o: %s', (HOST, TRUST_PROXY, state) => {
  expect(judgeProxy({ HOST, TRUST_PROXY, PUBLIC_URL: 'https://muster.example.org' }).state).toBe(state)
})

test.each([
  ['https://muster.example.org', undefined, 'warning'],
  ['https://muster.example.org', 'https://git.example.org/muster', 'ok'],
  ['http://localhost:3000', undefined, 'ok'],
])('the source of %s is at %s: %s', (PUBLIC_URL, SOURCE_URL, state) => {
  expect(judgeSource({ PUBLIC_URL, SOURCE_URL }).state).toBe(state)
})
