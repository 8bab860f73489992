import type { Variables } from '@muster/server/config'
import type { SealCount } from '@muster/server/features/login/reseal'
import { lifetime_seconds } from '@muster/server/features/login/token'
import type { KeptSecrets, SecretName } from '@muster/server/kept-secrets'
import { type Finding, ok, problem, warning } from './finding.ts'

// Secrets of before: whether something still needs them.

export type { SecretName }

export const isSecretName = (text: string | undefined): text is SecretName => text === 'token' || text === 'encryption'
export const nameVariable = (name: SecretName) => (name === 'token' ? 'TOKEN_SECRET' : 'ENCRYPTION_SECRET')

/** When the last login ends that a generated secret of before has signed, ms; null where there is none. */
export function findEndOfLogins(old: KeptSecrets['token_old']): number | null {
  const ends = old.map(({ replaced_at }) => Date.parse(replaced_at) + lifetime_seconds * 1000)
  return ends.length > 0 ? Math.max(...ends) : null
}

/** What is left to do, in a sentence for a terminal. */
export function describeSeals({ accounts, old, unknown }: SealCount): string {
  const lost =
    unknown > 0
      ? ` ${unknown} cannot be opened with any secret known here: npm run -s rotate-secrets -- give-up asks their people to connect again.`
      : ''
  return old > 0
    ? `Left: ${old} of ${accounts} accounts are sealed with a secret of before (their tokens are being renewed). Run this again.${lost}`
    : `Left: 0 of ${accounts} accounts. The secrets of before can go: npm run -s rotate-secrets -- forget encryption.${lost}`
}

const about = 'Old secrets'
const forget = (name: SecretName) =>
  `npm run -s rotate-secrets -- forget ${name}; and remove ${nameVariable(name)}_OLD where it is set.`

/**
 * @param kept those that were generated here
 * @param seals null where nobody could look
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
        'Add the one of before to ENCRYPTION_SECRET_OLD. If it is lost: npm run -s rotate-secrets -- give-up',
      ),
    )
  if (has.encryption && seals)
    findings.push(
      seals.old > 0
        ? warning(about, `${seals.old} of ${seals.accounts} accounts are sealed with one of before.`, 'npm run -s rotate-secrets')
        : warning(about, 'Nothing is sealed with the one of before any more.', forget('encryption')),
    )
  const ends_at = findEndOfLogins(kept?.token_old ?? [])
  if (ends_at !== null)
    findings.push(
      ends_at > now
        ? ok(about, `logins that one of before has signed last until ${new Date(ends_at).toISOString()}`)
        : warning(about, 'No login of the one of before lasts any longer.', forget('token')),
    )
  if (values.TOKEN_SECRET_OLD.length > 0)
    findings.push(
      warning(
        about,
        `TOKEN_SECRET_OLD is set: what it has signed is believed. Logins last ${lifetime_seconds / 86_400} days.`,
        'Remove it so long after the change.',
      ),
    )
  return findings
}
