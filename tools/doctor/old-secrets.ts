import type { Variables } from '@muster/server/config'
import type { SealCount } from '@muster/server/features/login/reseal'
import { lifetime_seconds } from '@muster/server/features/login/token'
import type { KeptSecrets, SecretName } from '@muster/server/kept-secrets'
import { type Finding, ok, problem, warning } from './finding.ts'

// Old secrets, and whether they are still needed.

export type { SecretName }

export const isSecretName = (text: string | undefined): text is SecretName => text === 'token' || text === 'encryption'
export const nameVariable = (name: SecretName) => (name === 'token' ? 'TOKEN_SECRET' : 'ENCRYPTION_SECRET')

/** When the last login signed with a generated old secret ends, ms; null without one. */
export function findEndOfLogins(old: KeptSecrets['token_old']): number | null {
  const ends = old.map(({ replaced_at }) => Date.parse(replaced_at) + lifetime_seconds * 1000)
  return ends.length > 0 ? Math.max(...ends) : null
}

const countLeft = ({ accounts, old, others }: SealCount) =>
  `${old} of ${accounts} accounts${others > 0 ? ` and ${others} addresses or keys` : ''}`

/** The remaining work, in a sentence for a terminal. */
export function describeSeals(seals: SealCount): string {
  const { old, unknown, others } = seals
  const lost =
    unknown > 0
      ? ` ${unknown} cannot be opened with any known secret: npm run -s rotate-secrets -- give-up asks their users to connect again.`
      : ''
  return old + others > 0
    ? `Left: ${countLeft(seals)} are sealed with an old secret (their tokens are being renewed). Run this again.${lost}`
    : `Left: ${countLeft(seals)}. The old secrets can go: npm run -s rotate-secrets -- forget encryption.${lost}`
}

const about = 'Old secrets'
const forget = (name: SecretName) =>
  `npm run -s rotate-secrets -- forget ${name}; and remove ${nameVariable(name)}_OLD if it is set.`

/**
 * @param kept the generated secrets
 * @param seals null if they could not be checked
 */
export function judgeOldSecrets(
  values: Pick<Variables, 'TOKEN_SECRET_OLD' | 'ENCRYPTION_SECRET_OLD'>,
  kept: KeptSecrets | null,
  seals: SealCount | null,
  now: number,
): Finding[] {
  const findings: Finding[] = []
  const has = { encryption: values.ENCRYPTION_SECRET_OLD.length > 0 || (kept?.encryption_old.length ?? 0) > 0 }
  if (seals && seals.unknown > 0)
    findings.push(
      problem(
        about,
        `The tokens of ${seals.unknown} accounts cannot be opened: ENCRYPTION_SECRET was changed.`,
        'Add the old one to ENCRYPTION_SECRET_OLD. If it is lost: npm run -s rotate-secrets -- give-up',
      ),
    )
  if (has.encryption && seals)
    findings.push(
      seals.old + seals.others > 0
        ? warning(about, `${countLeft(seals)} are sealed with an old secret.`, 'npm run -s rotate-secrets')
        : warning(about, 'No account is still sealed with the old secret.', forget('encryption')),
    )
  const ends_at = findEndOfLogins(kept?.token_old ?? [])
  if (ends_at !== null)
    findings.push(
      ends_at > now
        ? ok(about, `logins signed with the old secret last until ${new Date(ends_at).toISOString()}`)
        : warning(about, 'No login signed with the old secret is still valid.', forget('token')),
    )
  if (values.TOKEN_SECRET_OLD.length > 0)
    findings.push(
      warning(
        about,
        `TOKEN_SECRET_OLD is set: logins signed with it are accepted. Logins last ${lifetime_seconds / 86_400} days.`,
        'Remove it that long after the change.',
      ),
    )
  return findings
}
