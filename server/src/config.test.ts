import { describe, expect, test } from 'vitest'
import { readConfig, readVariables } from './config.ts'

const needed = { DATABASE_URL: 'postgres://x' }
const complain = (name: string, value: string) => {
  const read = readVariables({ ...needed, [name]: value })
  return read.ok ? [] : read.problems.map((one) => `${one.name} ${one.message}`)
}

test.each([
  ['PUBLIC_URL', 'muster.example.org', 'must be an address that begins with http:// or https://'],
  [
    'PUBLIC_URL',
    'https://example.org/muster',
    'must contain only a host name (not /muster): Muster needs a host name of its own, such as https://example.org',
  ],
  [
    'PUBLIC_URL',
    'https://example.org/?a=1#b',
    'must contain only a host name (not /?a=1#b): Muster needs a host name of its own, such as https://example.org',
  ],
  [
    'PUBLIC_URL',
    'https://me:secret@example.org',
    'must contain only a host name (not …@/): Muster needs a host name of its own, such as https://example.org',
  ],
  ['ROLES', 'http,job', 'contains the unknown role "job"; the roles are http, jobs and scoring'],
  ['ROLES', 'http,', 'contains the unknown role ""; the roles are http, jobs and scoring'],
  ['PORT', '99999', 'must be a whole number from 0 to 65535'],
  ['METRICS_PORT', 'nine', 'must be a whole number from 0 to 65535'],
  ['DRAIN_SECONDS', '-1', 'must be a number from 0 to 600'],
  ['ALLOWED_ORIGINS', 'https://a.example, b.example', 'must be an address that begins with http:// or https://'],
  ['TRUST_PROXY', '10.0.0.0/99', 'contains "10.0.0.0/99", which is neither an address nor a network'],
  ['TOKEN_SECRET', 'short', 'must have at least 32 characters'],
  ['TOKEN_SECRET_OLD', 'short,shorter', 'contains an entry with fewer than 32 characters'],
  [
    'DATABASE_URL',
    'mysql://x',
    'must be an address such as postgres://muster:password@127.0.0.1:5432/muster (in a password write / as %2F, @ as %40, # as %23)',
  ],
  ['DISCORD_CLIENT_ID', '7', null],
  ['POB_DIR', '/nowhere', 'must be a checkout of Path of Building: src/HeadlessWrapper.lua is missing there'],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace and silent'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be a number from 0 to 1'],
])('%s=%s is refused with a sentence that begins with its name', (name, value, message) => {
  expect(complain(name, value)[0]).toBe(
    message === null ? 'DISCORD_CLIENT_SECRET is missing, DISCORD_CLIENT_ID is set' : `${name} ${message}`,
  )
})

test.each([
  ['PUBLIC_URL', 'https://muster.example.org/'],
  ['ROLES', 'scoring, jobs'],
  ['DATABASE_URL', 'postgresql://muster@/muster?host=/var/run/postgresql'],
])('%s=%s is accepted', (name, value) => {
  expect(complain(name, value)).toEqual([])
})

const read = (more: Record<string, string>) => readVariables({ ...needed, ...more })

describe('FOOTER_LINKS', () => {
  test('keeps the order of labels and addresses', () => {
    expect(read({ FOOTER_LINKS: 'Our chat=https://chat.example/a?b=c, Videos = https://videos.example' })).toMatchObject({
      ok: true,
      values: {
        FOOTER_LINKS: [
          { label: 'Our chat', url: 'https://chat.example/a?b=c' },
          { label: 'Videos', url: 'https://videos.example' },
        ],
      },
    })
  })

  test.each(['Chat', 'Chat=', '=https://chat.example', 'Chat=javascript:alert(1)', 'Chat=https://chat.example,'])(
    'refuses %s and names the setting',
    (FOOTER_LINKS) => {
      expect(read({ FOOTER_LINKS })).toMatchObject({
        ok: false,
        problems: [{ name: 'FOOTER_LINKS', message: expect.stringContaining('like "Discord=https://discord.gg/example"') }],
      })
    },
  )
})

test('a trial accepts only loopback addresses', () => {
  const trial = (more: Record<string, string>) => readVariables({ ...needed, TRIAL: 'true', ...more })
  expect(trial({ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' }).ok).toBe(true)
  for (const [name, value] of [
    ['HOST', '0.0.0.0'],
    ['PUBLIC_URL', 'https://muster.example.org'],
  ] as const)
    expect(trial({ [name]: value })).toMatchObject({ ok: false, problems: [{ name }] })
})

describe("the client of the game's API", () => {
  const game = { POE_CLIENT_ID: 'x', POE_CLIENT_SECRET: 'y', POE_CONTACT: 'me@example.org' }
  const secrets = { TOKEN_SECRET: 'x'.repeat(32), ENCRYPTION_SECRET: 'x'.repeat(32) }
  const discord = { DISCORD_CLIENT_ID: '7', DISCORD_CLIENT_SECRET: 'z' }
  const start = (more: Record<string, string>) => readConfig({ ...needed, ...secrets, ...more })

  test('may be missing; other providers then receive only the address of the server', () => {
    const { game: client, discord: other, image_origin } = start(discord)
    expect(client).toBeNull()
    expect(other?.user_agent).toMatch(/^Muster\/\S+ \(http:\/\/localhost:3000\)$/)
    expect(image_origin).toBe('https://web.poecdn.com')
  })

  test('comes with its secret and a contact', () => {
    expect(start({ ...game, ...discord })).toMatchObject({
      game: { client_id: 'x', contact: 'me@example.org', api_url: 'https://api.pathofexile.com' },
      discord: { user_agent: expect.stringMatching(/\(http:\/\/localhost:3000; me@example.org\)$/) },
    })
  })

  test.each([
    ['POE_CLIENT_SECRET', 'is missing, POE_CLIENT_ID is set'],
    ['POE_CONTACT', 'is missing, POE_CLIENT_ID is set'],
    ['POE_CLIENT_ID', 'is missing, POE_CLIENT_SECRET is set'],
  ])('is refused without %s', (name, message) => {
    expect(read({ ...game, [name]: '' })).toEqual({ ok: false, problems: [{ name, message }] })
  })
})
