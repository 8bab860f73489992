import { expect, test } from 'vitest'
import { judgeAddress, judgeProxy, judgeSecrets, judgeSource } from './settings.ts'

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

const addressed = (PUBLIC_URL: string) => judgeAddress({ PUBLIC_URL, DISCORD_CLIENT_ID: '1', TWITCH_CLIENT_ID: undefined })

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
  expect(
    addressed('https://muster.example.org')
      .slice(1)
      .map(({ text }) => text),
  ).toEqual([
    'register https://muster.example.org/auth/poe/callback',
    'register https://muster.example.org/auth/discord/callback',
  ])
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
