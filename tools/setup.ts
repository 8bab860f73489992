import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseEnv } from 'node:util'
import { Complaint, readOptions, runOperatorCommand } from './command.ts'
import { environmentFile } from './environment.ts'
import { demandOwner, findOwner, replacePrivateFile } from './ownership.ts'
import { drawOnTerminal } from './output.ts'
import { dataDir, root } from './places.ts'
import { askAll, describeEnvironment, describeLogins } from './setup/questions.ts'

const usage = `Asks for what a server needs, and writes it into .env, which only its owner may read: the owner of
DATA_DIR where root runs this, else you.

  npm run -s setup

Answers in a .env that is there are kept where you press Enter.`

const file = environmentFile()

await runOperatorCommand(async () => {
  const { values, positionals } = readOptions(usage, { help: { type: 'boolean' } })
  if (values.help || positionals.length > 0) throw new Complaint(usage)
  if (!process.stdin.isTTY)
    throw new Complaint('This asks questions, and needs a terminal. Without one: install -m 600 .env.example .env, and edit it.')
  // The program folder may belong to root if root runs this.
  if (process.geteuid?.() !== 0) demandOwner(root)
  drawOnTerminal()
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C or Ctrl-D: nothing has been written.
  const gone = new AbortController()
  terminal.once('close', () => gone.abort())
  const ask = (text: string) => terminal.question(text, { signal: gone.signal })
  try {
    const present = existsSync(file) ? (parseEnv(readFileSync(file, 'utf8')) as Record<string, string>) : {}
    const answers = await askAll({ ask, say: (text) => void process.stderr.write(`${text}\n\n`) }, present)
    const text = describeEnvironment(answers)
    const isNew = !existsSync(file)
    if (!isNew && !/^y(es)?$/i.test((await ask(`${file} is there already. Replace it? [no]: `)).trim()))
      throw new Complaint('Nothing was changed.')
    const folder = answers['DATA_DIR'] ?? dataDir()
    replacePrivateFile(file, text, findOwner(resolve(root, folder)) ?? findOwner(root))
    process.stderr.write(
      `Written to ${file}. ${describeLogins(answers)}Next: npm run -s doctor. The first admin, with the server running: npm run -s admin -- invite\n`,
    )
  } catch (error) {
    if (gone.signal.aborted) throw new Complaint('\nNothing was changed.')
    throw error
  } finally {
    terminal.close()
  }
})
