import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FooterLink } from '@muster/contract/events'
import { withoutEnd } from '@muster/contract/without-end'
import { z } from 'zod'
import { type KeptSecrets, keepSecrets } from './kept-secrets.ts'
import { problems, StartProblem } from './start-problems.ts'
import { readTrustedProxies } from './trusted-proxies.ts'
import { version } from './version.ts'

export const serverRoles = ['http', 'jobs', 'scoring'] as const

// Messages continue after the name of the variable: "PORT must be a whole number from 0 to 65535".
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
const url = webAddress.transform((text) => withoutEnd(text, '/'))
/** Pages, logins and feeds are served at the root of a host. */
const hostAddress = url.superRefine((text, context) => {
  const { origin, pathname, search, hash, username } = new URL(text)
  const rest = `${username && '…@'}${pathname}${search}${hash}`
  if (rest !== '/')
    context.addIssue({
      code: 'custom',
      message: `must contain only a host name (not ${rest}): Muster needs a host name of its own, such as ${origin}`,
    })
})
/** The driver also accepts a socket without a host: postgres://muster@/muster?host=/var/run/postgresql */
const databaseAddress = z
  .string()
  .refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/')), {
    error:
      'must be an address such as postgres://muster:password@127.0.0.1:5432/muster (in a password write / as %2F, @ as %40, # as %23)',
  })
const whole = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`
  return z.coerce.number({ error }).int(error).min(from, error).max(to, error)
}
const filled = (length: number) => z.string().min(length, `must have at least ${length} characters`)
const upTo = (length: number) => z.string().max(length, `must have at most ${length} characters`)
const listNames = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
const checkout = z
  .string()
  .transform((text) => resolve(text))
  .refine((folder) => existsSync(join(folder, 'src', 'HeadlessWrapper.lua')), {
    error: 'must be a checkout of Path of Building: src/HeadlessWrapper.lua is missing there',
  })
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
const oldSecrets = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((secret) => secret.trim() || []))
  .pipe(z.array(z.string().min(32, 'contains an entry with fewer than 32 characters')))
const footerLinks = z
  .string()
  .default('Discord=https://discord.com,Twitch=https://www.twitch.tv,YouTube=https://www.youtube.com,X=https://x.com')
  .transform((text, context) => {
    const entries = text.split(',').map((entry) => {
      const [label = '', ...address] = entry.split('=')
      return { label: label.trim(), url: address.join('=').trim() }
    })
    const read = z.array(FooterLink).max(12).safeParse(entries)
    if (read.success) return read.data
    context.addIssue({
      code: 'custom',
      message: 'must be a list of at most 12 entries like "Discord=https://discord.gg/example"',
    })
    return z.NEVER
  })
const port = whole(0, 65535)
const seconds = 'must be a number from 0 to 600'
const watchdogSeconds = 'must be a number from 0 to 3600'
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const share = 'must be a number from 0 to 1'

/** All environment variables of the server. Problems are reported together, by name. */
export const Environment = z.object({
  DATABASE_URL: databaseAddress,
  /** A standby of that database, for the role http; it answers reads that many callers make. */
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  /** Folder for generated secrets and imported game data. */
  DATA_DIR: z.string().default('.data'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  /** Address for metrics, health and readiness of this process; not served without a port. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  /** Comma-separated: http (pages, API and score feeds), jobs, scoring. */
  ROLES: z
    .string()
    .default(serverRoles.join(','))
    .transform((text, context) => {
      const names = text.split(',').map((name) => name.trim())
      const unknown = names.find((name) => !serverRoles.some((role) => role === name))
      if (unknown === undefined) return serverRoles.filter((role) => names.includes(role))
      context.addIssue({
        code: 'custom',
        message: `contains the unknown role "${unknown}"; the roles are ${listNames(serverRoles)}`,
      })
      return z.NEVER
    }),
  /** How long a stopping process continues to serve, so that the proxy notices and feeds reconnect elsewhere. */
  DRAIN_SECONDS: z.coerce.number(seconds).min(0, seconds).max(600, seconds).optional(),
  /** How long the event loop may be blocked before the process ends itself; 0 for no limit. */
  WATCHDOG_SECONDS: z.coerce.number(watchdogSeconds).min(0, watchdogSeconds).max(3600, watchdogSeconds).default(6),
  /** Public address of the pages. */
  PUBLIC_URL: hostAddress.default('http://localhost:3000'),
  /** Address of the source code of this installation, which the licence requires for changed versions. */
  SOURCE_URL: webAddress.optional(),
  /** The community's links at the foot of every page: `label=address`, comma-separated. */
  FOOTER_LINKS: footerLinks,
  /** More origins (comma-separated) that may start a login and call the API from a browser. */
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    )
    .pipe(z.array(url)),
  /** Addresses and networks (comma-separated) of reverse proxies that may say who is behind them. */
  TRUST_PROXY: z
    .string()
    .default('loopback')
    .transform((text, context) => {
      const read = readTrustedProxies(text)
      if (read.ok) return read.list
      context.addIssue({ code: 'custom', message: `contains "${read.entry}", which is neither an address nor a network` })
      return z.NEVER
    }),
  /** At least 32 characters; signs Muster's login tokens. Generated and stored in DATA_DIR if missing. */
  TOKEN_SECRET: filled(32).optional(),
  /** At least 32 characters; encrypts provider tokens. Generated and stored in DATA_DIR if missing. */
  ENCRYPTION_SECRET: filled(32).optional(),
  /** Earlier secrets (comma-separated): accepted for verifying and decrypting, never used for new tokens. */
  TOKEN_SECRET_OLD: oldSecrets,
  ENCRYPTION_SECRET_OLD: oldSecrets,
  POE_WEB_URL: url.default('https://www.pathofexile.com'),
  POE_API_URL: url.default('https://api.pathofexile.com'),
  /** Both are needed to read the game and for logins with it; without them the server runs with submissions alone. */
  POE_CLIENT_ID: z.string().min(1).optional(),
  POE_CLIENT_SECRET: z.string().min(1).optional(),
  /** Contact address in the User-Agent, which the game's provider requires. */
  POE_CONTACT: filled(3).optional(),
  /** Real time for a complete answer from the game. */
  POE_TIMEOUT_MS: whole(1000, 120_000).default(30_000),
  /** Host of the game's item pictures; pages load pictures from no other host. */
  POE_IMAGE_URL: url.default('https://web.poecdn.com'),
  /** `off`: pages show Muster's own drawings, and browsers send no request to the game's image host. */
  ITEM_PICTURES: z.enum(['on', 'off'], 'must be on or off').default('on'),
  /** The event of made-up teams for people who write programs. */
  SANDBOX: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DISCORD_URL: url.default('https://discord.com'),
  /** Origins inside the local network (comma-separated) that webhooks may call, also without TLS. */
  WEBHOOK_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((origin) => origin.trim() || []))
    .pipe(z.array(hostAddress)),
  /** Both are needed for logins with Discord. */
  DISCORD_CLIENT_ID: z.string().min(1).optional(),
  DISCORD_CLIENT_SECRET: z.string().min(1).optional(),
  /** The bot of the same application: gives roles, and registers commands. */
  DISCORD_BOT_TOKEN: z.string().min(1).optional(),
  /** Verifies that commands come from Discord; without it they are not answered. */
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be the 64 hexadecimal digits of "Public Key" on the page of the application')
    .optional(),
  TWITCH_ID_URL: url.default('https://id.twitch.tv'),
  TWITCH_API_URL: url.default('https://api.twitch.tv'),
  /** Both are needed to connect Twitch and to show streams. */
  TWITCH_CLIENT_ID: z.string().min(1).optional(),
  TWITCH_CLIENT_SECRET: z.string().min(1).optional(),
  /** At least 32 characters; the chat bot exchanges it for a token. Without it bots cannot log in. */
  BOT_SECRET: filled(32).optional(),
  /**
   * Checkouts of Path of Building, one per game, for calculating builds. Without a checkout or an address, figures stay empty.
   */
  POB_DIR: checkout.optional(),
  POB_DIR_POE2: checkout.optional(),
  /** Address of an external Path of Building service that calculates builds. */
  POB_URL: url.optional(),
  POB_URL_POE2: url.optional(),
  /** Builds calculated at the same time; no more than the number of processors is useful. */
  POB_CONCURRENCY: whole(1, 32).default(2),
  /** A failed build is tried twice, and both tries have to fit into one turn of the scheduled task. */
  POB_TIMEOUT_MS: whole(1000, 50_000).default(20_000),
  /** Identifies the program; after a change, builds are calculated again as they change. */
  POB_ENGINE_ID: upTo(100).default(''),
  /** A collector of traces (OTLP over HTTP), with the variable names of OpenTelemetry; without it no traces are sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  /** Sent with every export, as `name=value,name=value`. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text, context) =>
      text.split(',').flatMap((pair): [string, string][] => {
        const [, name, value] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? []
        if (pair.trim() === '') return []
        if (name !== undefined && value !== undefined && isDecodable(value)) return [[name, decodeURIComponent(value.trim())]]
        context.addIssue({ code: 'custom', message: 'contains an entry that is not name=value' })
        return []
      }),
    ),
  OTEL_SERVICE_NAME: upTo(100).default('muster'),
  /** The share of traces that is sent, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number(share).min(0, share).max(1, share).default(1),
  /** Set by `npm run trial`: the game is simulated, every page says so, and only this machine can reach the server. */
  TRIAL: z.enum(['true', 'false'], 'must be true or false').default('false'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${listNames(logLevels)}`).default('info'),
})

/** Registrations that need two variables; a single one is an error. */
const pairs = [
  ['POE_CLIENT_ID', 'POE_CLIENT_SECRET'],
  ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'],
  ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'],
] as const

/** Text that must not be printed; converting it to text yields "[hidden]". */
export class Secret {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  reveal(): string {
    return this.#text
  }
  toString(): string {
    return '[hidden]'
  }
  toJSON(): string {
    return '[hidden]'
  }
}

const defaultDrain_seconds = 10

/** An optional provider: null if it is not registered. */
function readClient<T>(client_id: string | undefined, client_secret: string | undefined, more: T) {
  return client_id && client_secret ? { client_id, client_secret: new Secret(client_secret), ...more } : null
}

/** The calculator for the builds of one game. */
export type CalculatorSettings = ({ readonly folder: string } | { readonly url: string }) & {
  /** Wall clock, per build. */
  readonly timeout_ms: number
  readonly concurrency: number
  readonly engine: string
}

/** Muster's own workers take precedence over a service: they calculate exactly the exported build. */
function readCalculator(
  { POB_TIMEOUT_MS, POB_CONCURRENCY, POB_ENGINE_ID }: Variables,
  folder: string | undefined,
  address: string | undefined,
): CalculatorSettings | null {
  const settings = { timeout_ms: POB_TIMEOUT_MS, concurrency: POB_CONCURRENCY, engine: POB_ENGINE_ID }
  if (folder !== undefined) return { folder, ...settings }
  return address === undefined ? null : { url: address, ...settings }
}

export type OurSecrets = Pick<Variables, 'TOKEN_SECRET' | 'TOKEN_SECRET_OLD' | 'ENCRYPTION_SECRET' | 'ENCRYPTION_SECRET_OLD'>

/** @param kept the generated secrets; null if the environment sets both */
export function readOurSecrets(values: OurSecrets, kept: KeptSecrets | null) {
  const list = (given: readonly string[], old: KeptSecrets['token_old'] = []) =>
    [...given, ...old.map(({ secret }) => secret)].map((secret) => new Secret(secret))
  return {
    token_secret: new Secret(values.TOKEN_SECRET ?? kept?.token ?? ''),
    token_secrets_old: list(values.TOKEN_SECRET_OLD, kept?.token_old),
    encryption_secret: new Secret(values.ENCRYPTION_SECRET ?? kept?.encryption ?? ''),
    encryption_secrets_old: list(values.ENCRYPTION_SECRET_OLD, kept?.encryption_old),
  }
}

export type Config = ReturnType<typeof readConfig>

export type Variables = z.output<typeof Environment>

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host)

/** Every visitor of a trial can log in as any user. */
function findOpenDoors({ HOST, PUBLIC_URL }: Variables): { name: string; message: string }[] {
  const hosts = { HOST, PUBLIC_URL: new URL(PUBLIC_URL).hostname }
  return Object.entries(hosts).flatMap(([name, host]) =>
    isLoopback(host) ? [] : [{ name, message: 'must be a loopback address: a trial has logins without passwords' }],
  )
}

/** Parses the environment, or returns all problems by variable name. Touches only files named in variables. */
export function readVariables(
  environment: Readonly<Record<string, string | undefined>>,
): { ok: true; values: Variables } | { ok: false; problems: { name: string; message: string }[] } {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(present)
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => {
    // Further parts of the path are positions in a list.
    const name = String(path[0])
    return { name, message: name in present ? message : 'is missing' }
  })
  for (const [id, secret] of pairs) {
    if (present[id] && !present[secret]) problems.push({ name: secret, message: `is missing, ${id} is set` })
    if (present[secret] && !present[id]) problems.push({ name: id, message: `is missing, ${secret} is set` })
  }
  if (present['POE_CLIENT_ID'] && !present['POE_CONTACT'])
    problems.push({ name: 'POE_CONTACT', message: 'is missing, POE_CLIENT_ID is set' })
  if (parsed.data?.TRIAL === 'true') problems.push(...findOpenDoors(parsed.data))
  return parsed.success && problems.length === 0 ? { ok: true, values: parsed.data } : { ok: false, problems }
}

/**
 * Reads the configuration once, at startup.
 * @throws StartProblem listing every invalid variable, or about the folder of the generated secrets
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const read = readVariables(environment)
  if (!read.ok) throw new StartProblem(problems.settings(read.problems))
  const { values } = read
  // Providers require a User-Agent that identifies the program.
  const { PUBLIC_URL, POE_CONTACT = '' } = values
  const user_agent = `Muster/${version} (${POE_CONTACT === '' ? PUBLIC_URL : `${PUBLIC_URL}; ${POE_CONTACT}`})`
  const kept = values.TOKEN_SECRET && values.ENCRYPTION_SECRET ? null : keepSecrets(values.DATA_DIR)
  const secrets = readOurSecrets(values, kept)
  return {
    database_url: values.DATABASE_URL,
    database_replica_url: values.DATABASE_REPLICA_URL === undefined ? null : new Secret(values.DATABASE_REPLICA_URL),
    data_dir: values.DATA_DIR,
    host: values.HOST,
    port: values.PORT,
    metrics: values.METRICS_PORT === undefined ? null : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    roles: values.ROLES,
    // Without a proxy, waiting has no use.
    drain_ms: (values.DRAIN_SECONDS ?? (values.PUBLIC_URL.startsWith('https:') ? defaultDrain_seconds : 0)) * 1000,
    watchdog_ms: values.WATCHDOG_SECONDS * 1000,
    public_url: values.PUBLIC_URL,
    source_url: values.SOURCE_URL ?? null,
    footer_links: values.FOOTER_LINKS,
    is_trial: values.TRIAL === 'true',
    allowed_origins: [new URL(values.PUBLIC_URL).origin, ...values.ALLOWED_ORIGINS.map((origin) => new URL(origin).origin)],
    trusted_proxies: values.TRUST_PROXY,
    ...secrets,
    game: readClient(values.POE_CLIENT_ID, values.POE_CLIENT_SECRET, {
      web_url: values.POE_WEB_URL,
      api_url: values.POE_API_URL,
      contact: POE_CONTACT,
      timeout_ms: values.POE_TIMEOUT_MS,
    }),
    /** null if item pictures are switched off. */
    image_origin: values.ITEM_PICTURES === 'on' ? new URL(values.POE_IMAGE_URL).origin : null,
    has_sandbox: values.SANDBOX === 'on',
    discord: readClient(values.DISCORD_CLIENT_ID, values.DISCORD_CLIENT_SECRET, { url: values.DISCORD_URL, user_agent }),
    discord_bot:
      values.DISCORD_BOT_TOKEN === undefined
        ? null
        : {
            url: values.DISCORD_URL,
            token: new Secret(values.DISCORD_BOT_TOKEN),
            // The format that "User Agent" in Discord's API reference requires of bots.
            user_agent: `DiscordBot (${PUBLIC_URL}, ${version})`,
          },
    discord_public_key: values.DISCORD_PUBLIC_KEY ?? null,
    /** Set even without a client: channel webhooks need none. */
    discord_url: values.DISCORD_URL,
    webhook_origins: values.WEBHOOK_ORIGINS,
    user_agent,
    twitch: readClient(values.TWITCH_CLIENT_ID, values.TWITCH_CLIENT_SECRET, {
      id_url: values.TWITCH_ID_URL,
      api_url: values.TWITCH_API_URL,
      user_agent,
    }),
    bot_secret: values.BOT_SECRET === undefined ? null : new Secret(values.BOT_SECRET),
    pob: {
      poe1: readCalculator(values, values.POB_DIR, values.POB_URL),
      poe2: readCalculator(values, values.POB_DIR_POE2, values.POB_URL_POE2),
    },
    traces:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: `${values.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
            headers: values.OTEL_EXPORTER_OTLP_HEADERS.map(([name, value]) => [name, new Secret(value)] as const),
            service_name: values.OTEL_SERVICE_NAME,
            share: values.OTEL_TRACES_SAMPLER_ARG,
          },
    log_level: values.LOG_LEVEL,
  }
}
