import { readVariables } from '@muster/server/config'

type Values = Readonly<Record<string, string>>

interface Question {
  readonly name: string
  readonly text: string
  readonly fallback?: string
  /** May stay empty. */
  readonly isOptional?: boolean
  /** Asked only if this variable has a value. */
  readonly after?: string
}

/** Values that only the operator knows; all other settings have a good default (docs/settings.md). */
const questions: readonly Question[] = [
  { name: 'PUBLIC_URL', text: 'At which address will people open Muster? For example https://muster.example.org' },
  {
    name: 'SOURCE_URL',
    text: 'Where is the source of this server, with your changes? Every page links to it, as the licence requires; empty: set it later',
    isOptional: true,
  },
  {
    name: 'DATABASE_URL',
    text: 'Where is PostgreSQL (15 or newer), and as which user may Muster own a database there?',
    fallback: 'postgres://muster:PASSWORD@127.0.0.1:5432/muster',
  },
  {
    name: 'DATA_DIR',
    text: 'In which folder may Muster keep its own files: generated secrets, backups, imported game data?',
    fallback: '.data',
  },
  {
    name: 'POE_CLIENT_ID',
    text: "The id of your client at the game's provider (Grinding Gear Games). It accepts no new applications at present (August 2026); leave empty to run without: players report with proof",
    isOptional: true,
  },
  { name: 'POE_CLIENT_SECRET', text: 'Its secret', after: 'POE_CLIENT_ID' },
  {
    name: 'POE_CONTACT',
    text: 'An e-mail address at which the provider reaches you; it is sent with every request',
    after: 'POE_CLIENT_ID',
  },
  { name: 'DISCORD_CLIENT_ID', text: 'The id of your application on Discord; empty: no login with Discord', isOptional: true },
  { name: 'DISCORD_CLIENT_SECRET', text: 'Its secret', after: 'DISCORD_CLIENT_ID' },
  { name: 'TWITCH_CLIENT_ID', text: 'The id of your application on Twitch; empty: no live streams', isOptional: true },
  { name: 'TWITCH_CLIENT_SECRET', text: 'Its secret', after: 'TWITCH_CLIENT_ID' },
]

/** The problem of one answer, in the server's words at its start; null for none. */
function findMistake(name: string, value: string): string | null {
  if (name === 'DATABASE_URL' && value.includes(':PASSWORD@')) return 'still has the word PASSWORD in it'
  if (/[\r\n']/.test(value)) return "may have no line break and no ' in it"
  const read = readVariables({ [name]: value })
  return read.ok ? null : (read.problems.find((problem) => problem.name === name)?.message ?? null)
}

/** The operator, or a test, who answers; the question ends with the default in brackets. */
interface Person {
  ask(text: string): Promise<string>
  say(text: string): void
}

/**
 * Asks for each variable until the answer is valid.
 * @param present present values, which an empty answer keeps
 */
export async function askAll(person: Person, present: Values): Promise<Record<string, string>> {
  const answers: Record<string, string> = { ...present }
  for (const { name, text, fallback = '', isOptional = false, after } of questions) {
    if (after !== undefined && !answers[after]) {
      delete answers[name]
      continue
    }
    const known = answers[name] ?? fallback
    // No present secret is shown on the screen.
    const shown = known === '' ? '' : ` [${/SECRET|DATABASE_URL/.test(name) && answers[name] ? 'as before' : known}]`
    for (;;) {
      const said = (await person.ask(`${text}\n${name}${shown}${isOptional && known !== '' ? ' ("-" for none)' : ''}: `)).trim()
      const value = isOptional && said === '-' ? '' : said || known
      const mistake = value === '' ? (isOptional ? null : 'is needed') : findMistake(name, value)
      if (mistake === null) {
        if (value === '') delete answers[name]
        else answers[name] = value
        break
      }
      person.say(`${name} ${mistake}.`)
    }
  }
  return answers
}

/** Advice for a server without any provider; empty otherwise. */
export const describeLogins = (answers: Values): string =>
  ['POE_CLIENT_ID', 'DISCORD_CLIENT_ID', 'TWITCH_CLIENT_ID'].some((name) => answers[name])
    ? ''
    : 'Without a provider people log in with passkeys, by invitation; they need https and a host name, or localhost. '

/** Quoted if a shell, Node or Docker Compose would interpret it. */
const write = (value: string) => (/^[\w./:@,+=-]*$/.test(value) ? value : `'${value}'`)

/** The file `.env` for these answers: the asked variables, then the other existing ones. */
export function describeEnvironment(answers: Values): string {
  const asked = questions.filter(({ name }) => answers[name] !== undefined)
  const others = Object.keys(answers).filter((name) => questions.every((question) => question.name !== name))
  const lines = asked.flatMap(({ name, text }) => [
    ...(text === 'Its secret' ? [] : [`# ${text}`]),
    `${name}=${write(answers[name] ?? '')}`,
  ])
  return [
    '# Written by npm run -s setup. .env.example and docs/settings.md explain what else can be set.',
    ...lines,
    ...others.map((name) => `${name}=${write(answers[name] ?? '')}`),
    '',
  ].join('\n')
}
