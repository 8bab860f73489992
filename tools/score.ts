import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { escapeOutput } from './output.ts'
import { commands } from './score-commands.ts'
import { BadInput } from './score-input.ts'

// The offline scorer: JSON from a file or standard input, JSON to standard output. An array is a batch: an array of answers
// in the same order, a bad element answered by {"error": "..."}. Warnings go to standard error.

escapeOutput()

const usage = `npm run -s score -- COMMAND [FILE]   with COMMAND one of: ${Object.keys(commands).join(', ')}`

function fail(message: string): never {
  process.stderr.write(`${message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
  process.exit(2)
}

const [name = '', file, ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command || rest.length > 0) fail(name === '' ? usage : `There is no command "${[name, ...rest].join(' ')}". ${usage}`)

async function readInput(): Promise<string> {
  if (file === undefined) return text(process.stdin)
  try {
    // Like standard input: a leading byte order mark is not part of the text.
    return new TextDecoder().decode(readFileSync(file))
  } catch (error) {
    return fail(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    return fail(`The input is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const warn = (message: string) => void process.stderr.write(`warning: ${message}\n`)

/** The problem of an input; any other error is a fault of the program. */
function explainFault(error: unknown): string {
  if (error instanceof BadInput) return error.message
  // The call stack is full: a tree may have any width, but not ten thousand levels.
  if (error instanceof RangeError) return `The input is nested too deeply: ${error.message}`
  throw error
}

const input = parse(await readInput())
if (Array.isArray(input)) {
  const answers = input.map((element: unknown, position) => {
    try {
      return command(element, (message) => warn(`[${position}] ${message}`))
    } catch (error) {
      return { error: explainFault(error) }
    }
  })
  process.stdout.write(`${JSON.stringify(answers)}\n`)
} else {
  try {
    process.stdout.write(`${JSON.stringify(command(input, warn))}\n`)
  } catch (error) {
    fail(explainFault(error))
  }
}
