import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import type { Variables } from '@muster/server/config'
import { messageOf } from '../command.ts'
import { explainListening } from '@muster/server/start-problems'
import { type Finding, ok, problem, toFinding, warning } from './finding.ts'

// Checks that need an attempt: names, ports, and reachability.

const patience_ms = 5000
/** Upper bound for the difference between the clock of a big site and ours; answers have whole seconds. */
const skew_ms = 30_000

const reasonOf = (error: unknown): string => {
  const { cause } = error as { cause?: NodeJS.ErrnoException }
  return cause?.code ?? cause?.message ?? messageOf(error)
}

interface Asked {
  readonly name: string
  readonly url: string
  /** Whether an event cannot be played without it. */
  readonly isVital: boolean
}

/** All sites that the server contacts with this configuration. */
export function listAsked(values: Variables): Asked[] {
  const { roles, asksGame } = {
    roles: values.ROLES,
    asksGame: values.POE_CLIENT_ID !== undefined && values.ROLES.some((role) => role !== 'scoring'),
  }
  const list: (Asked | false | undefined)[] = [
    asksGame && { name: 'POE_API_URL', url: values.POE_API_URL, isVital: true },
    asksGame && { name: 'POE_WEB_URL', url: values.POE_WEB_URL, isVital: true },
    values.DISCORD_CLIENT_ID !== undefined && { name: 'DISCORD_URL', url: values.DISCORD_URL, isVital: false },
    values.TWITCH_CLIENT_ID !== undefined && { name: 'TWITCH_ID_URL', url: values.TWITCH_ID_URL, isVital: false },
    values.TWITCH_CLIENT_ID !== undefined && { name: 'TWITCH_API_URL', url: values.TWITCH_API_URL, isVital: false },
    ...(['POB_URL', 'POB_URL_POE2'] as const).map((name) => {
      const url = values[name]
      return roles.includes('jobs') && url !== undefined && { name, url, isVital: false }
    }),
  ]
  return list.filter((one): one is Asked => Boolean(one))
}

/** Any answer counts, even a refusal: the check is about the connection. An answer with the time also checks our clock. */
export async function tryAddress({ name, url, isVital }: Asked, signal = AbortSignal.timeout(patience_ms)): Promise<Finding[]> {
  const about = `Reach ${name}`
  try {
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
    await answer.body?.cancel()
    const reached =
      answer.status >= 500
        ? warning(about, `${url} answers with ${answer.status}.`, 'It has problems of its own; try again later.')
        : ok(about, url)
    return [reached, ...judgeClock(name, answer.headers.get('date'))]
  } catch (error) {
    const todo = 'Check the address, the firewall, and whether it runs.'
    return [(isVital ? problem : warning)(about, `${url} cannot be reached (${reasonOf(error)}).`, todo)]
  }
}

function judgeClock(name: string, date: string | null): Finding[] {
  const ahead_ms = Date.now() - Date.parse(date ?? '')
  if (!(Math.abs(ahead_ms) > skew_ms)) return []
  const text = `This machine is ${Math.round(Math.abs(ahead_ms) / 1000)} s ${ahead_ms > 0 ? 'ahead of' : 'behind'} ${name}.`
  return [problem('Clock', text, 'Run a time service (chrony, systemd-timesyncd).')]
}

/** Whether Muster answers, healthy or not. */
async function askHealth(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(patience_ms) })
  await answer.body?.cancel()
  return [200, 503].includes(answer.status) && answer.headers.has('x-request-id')
}

/** Whether the listener of METRICS_PORT answers. */
async function askMetrics(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(patience_ms) })
  return answer.status === 503 || (await answer.text()).includes('muster_')
}

/** The DNS name of the public address, and whether Muster answers there. */
export async function tryPublicAddress(public_url: string): Promise<Finding[]> {
  const about = 'Public address'
  try {
    await lookup(new URL(public_url).hostname.replace(/^\[|\]$/g, ''))
  } catch (error) {
    return [problem(about, `${public_url} has no address (${messageOf(error)}).`, 'Add an A or AAAA record to your domain.')]
  }
  const todo = 'Expected before the first start; afterwards, check proxy, certificate and firewall.'
  const said = await askHealth(public_url).catch(reasonOf)
  if (said === true) return [ok(about, 'Muster answers there')]
  return [warning(about, `Muster does not answer at ${public_url}${said === false ? '' : ` (${said})`}.`, todo)]
}

/** Whether the server can listen there, or does already. */
export async function tryPort(name: 'PORT' | 'METRICS_PORT', host: string, port: number): Promise<Finding> {
  const about = name === 'PORT' ? 'Port' : 'Port, metrics'
  const error = await new Promise<Error | null>((done) => {
    const probe = createServer()
    probe.once('error', done)
    probe.listen(port, host, () => probe.close(() => done(null)))
  })
  if (error === null) return ok(about, `${host}:${port} is free`)
  const here = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const address = `http://${here.includes(':') ? `[${here}]` : here}:${port}`
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  if (isTaken && (await (name === 'PORT' ? askHealth : askMetrics)(address).catch(() => false)))
    return ok(about, `${host}:${port} belongs to Muster, which is running`)
  const known = explainListening(error, name, host, port)
  return known
    ? toFinding(about, known)
    : problem(about, `${name}: Muster cannot listen on ${host}:${port} (${error.message}).`, `Set another ${name}.`)
}
