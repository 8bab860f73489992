import { type OurSecrets, readOurSecrets, readVariables } from '@muster/server/config'
import { countSeals, giveUpUnknown, resealAll } from '@muster/server/features/login/reseal'
import type { Db } from '@muster/server/db/connect'
import { createTokenVault, type TokenVault } from '@muster/server/features/login/token-vault'
import { forgetOldSecrets, readSecrets, renewSecret } from '@muster/server/kept-secrets'
import { Complaint, readOptions, runOperatorCommand } from './command.ts'
import { useDatabase } from './database.ts'
import { demandOwner } from './ownership.ts'
import { dataDir } from './places.ts'
import { describeSeals, findEndOfLogins, isSecretName, nameVariable, type SecretName } from './doctor/old-secrets.ts'

const usage = `Changes the secrets of this server without anybody noticing; docs/operations.md has the steps.

  npm run -s rotate-secrets                          seals everything with the present secret, and says what is left
  npm run -s rotate-secrets -- new NAME [--leaked]   makes a new secret; it is used from the next start of the server
  npm run -s rotate-secrets -- forget NAME           removes old secrets that are no longer needed
  npm run -s rotate-secrets -- give-up               asks people to connect again whose tokens no secret opens

  NAME       token (signs logins) or encryption (seals tokens of providers, and addresses and keys of notices). A generated secret
             only: change others in the environment, the new secret in TOKEN_SECRET or ENCRYPTION_SECRET, the old one in …_OLD
  --leaked   only for token: all logins end, because signatures of the old secret are no longer accepted`

function readArguments(): { command: 'seal' | 'give-up' | 'new' | 'forget'; name: SecretName; leaked: boolean } {
  const { values, positionals } = readOptions(usage, { leaked: { type: 'boolean' }, help: { type: 'boolean' } })
  const [command = 'seal', name, ...rest] = positionals
  const leaked = values.leaked ?? false
  if (values.help || rest.length > 0) throw new Complaint(usage)
  if ((command === 'seal' || command === 'give-up') && name === undefined && !leaked)
    return { command, name: 'encryption', leaked }
  if ((command !== 'new' && command !== 'forget') || !isSecretName(name)) throw new Complaint(usage)
  // Sealed data would be lost without any gain: a holder of the leaked secret can open the data they have.
  if (leaked && (name !== 'token' || command !== 'new')) throw new Complaint(usage)
  return { command, name, leaked }
}

/** The server's own secrets. @throws Complaint */
function readOurs(database_url: string) {
  // Only our own secrets are read; other settings of the server may be missing here.
  const read = readVariables({ ...process.env, DATABASE_URL: database_url })
  if (!read.ok) throw new Complaint(read.problems.map(({ name, message }) => `${name}: ${message}`).join('\n'))
  const secrets: OurSecrets = read.values
  const kept = readSecrets(dataDir())
  if (!kept && !secrets.ENCRYPTION_SECRET)
    throw new Complaint('There is no secret yet: DATA_DIR holds none, and the environment names none.')
  return readOurSecrets(secrets, kept)
}

const useVault = <T>(use: (db: Db, vault: TokenVault) => Promise<T>): Promise<T> =>
  useDatabase({ max_connections: 1 }, (db, url) => use(db, createTokenVault(readOurs(url))))

/** @throws Complaint about a secret set in the environment, which this command cannot change */
function demandGenerated(name: SecretName): void {
  const variable = nameVariable(name)
  if (!process.env[variable]) return
  throw new Complaint(
    `${variable} is set in the environment or in .env. Set a new one there (openssl rand -base64 48), and add the current one to ${variable}_OLD.`,
  )
}

async function forget(name: SecretName): Promise<string> {
  const variable = `${nameVariable(name)}_OLD`
  const [{ old, others }, ends_at] = [
    name === 'encryption' ? await useVault(countSeals) : { old: 0, others: 0 },
    name === 'token' ? findEndOfLogins(readSecrets(dataDir())?.token_old ?? []) : null,
  ]
  if (old + others > 0)
    throw new Complaint(`${old} accounts and ${others} addresses or keys still need it. First: npm run -s rotate-secrets`)
  if (ends_at !== null && ends_at > Date.now())
    throw new Complaint(
      `Logins signed with it last until ${new Date(ends_at).toISOString()}. To end them now: npm run -s rotate-secrets -- new token --leaked`,
    )
  const forgotten = forgetOldSecrets(dataDir(), name)
  const rest = process.env[variable] ? ` ${variable} is set; remove it.` : ''
  return `${forgotten === 1 ? '1 old secret was' : `${forgotten} old secrets were`} removed.${rest}`
}

async function seal(): Promise<string> {
  return useVault(async (db, vault) => {
    const resealed = await resealAll(db, vault)
    return `Sealed with the present secret: ${resealed} accounts.\n${describeSeals(await countSeals(db, vault))}`
  })
}

async function giveUp(): Promise<string> {
  return `Asked the users of ${await useVault(giveUpUnknown)} accounts to connect again.`
}

function renew(name: SecretName, leaked: boolean): string {
  demandGenerated(name)
  renewSecret(dataDir(), name, !leaked, new Date())
  return `There is a new secret. Restart the server.${name === 'encryption' ? ' Then: npm run -s rotate-secrets' : ''}`
}

await runOperatorCommand(async () => {
  const { command, name, leaked } = readArguments()
  demandOwner(dataDir())
  const run = { seal, 'give-up': giveUp, new: () => renew(name, leaked), forget: () => forget(name) }[command]
  process.stdout.write(`${await run()}\n`)
})
