import { expect, test } from 'vitest'
import { describeSeals, judgeOldSecrets } from './old-secrets.ts'

const secret = 'vJ2xK8qLr0TzWm4Yp1NcHs7DgBf5EaUo'
const kept = { token: secret, encryption: secret, token_old: [], encryption_old: [] }
const replaced_at = '2026-11-01T00:00:00.000Z'
const old = [{ secret, replaced_at }]
const day = 86_400_000

const judge = (
  named: { token?: string[]; encryption?: string[] },
  generated: Partial<typeof kept> | { token_old: typeof old } | { encryption_old: typeof old } | null,
  seals: { old?: number; unknown?: number; others?: number } | null = {},
  days = 0,
) =>
  judgeOldSecrets(
    { TOKEN_SECRET_OLD: named.token ?? [], ENCRYPTION_SECRET_OLD: named.encryption ?? [] },
    generated && { ...kept, ...generated },
    seals && { accounts: 9, old: 0, unknown: 0, others: 0, ...seals },
    Date.parse(replaced_at) + days * day,
  )

test.each([
  ['none is known', {}, null, {}, 0, []],
  ['none is known or missing', {}, {}, {}, 0, []],
  ['tokens cannot be opened', {}, {}, { unknown: 2 }, 0, ['problem The tokens of 2 accounts']],
  ['accounts need it', { encryption: [secret] }, null, { old: 3 }, 0, ['warning 3 of 9 accounts']],
  ['a route needs it', { encryption: [secret] }, null, { others: 1 }, 0, ['warning 0 of 9 accounts and 1 addresses or keys']],
  ['no account needs it', {}, { encryption_old: old }, {}, 0, ['warning No account is still sealed']],
  ['the seals are unknown', { encryption: [secret] }, null, null, 0, []],
  ['logins signed with it are valid', {}, { token_old: old }, {}, 20, ['ok logins signed with the old secret']],
  ['no login signed with it is valid', {}, { token_old: old }, {}, 22, ['warning No login']],
  ['it is in the environment', { token: [secret] }, null, {}, 0, ['warning TOKEN_SECRET_OLD is set']],
] as const)('an old secret, when %s', (_, named, generated, seals, days, expected) => {
  const findings = judge(named as never, generated as never, seals, days)
  expect(findings.map(({ state, text }) => `${state} ${text}`)).toEqual(expected.map((text) => expect.stringContaining(text)))
  expect(JSON.stringify(findings)).not.toContain(secret)
})

test('the command shows the remaining work, and when the secret can go', () => {
  expect(describeSeals({ accounts: 9, old: 2, unknown: 0, others: 0 })).toMatch(/^Left: 2 of 9 accounts .* Run this again\.$/)
  expect(describeSeals({ accounts: 9, old: 0, unknown: 1, others: 0 })).toMatch(
    /^Left: 0 of 9 .*forget encryption\. 1 cannot be opened/,
  )
})
