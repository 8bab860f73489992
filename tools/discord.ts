import { readVariables, Secret } from '@muster/server/config'
import { createClock } from '@muster/server/clock'
import { createDiscordBot } from '@muster/server/gateways/discord/bot'
import type { OutsideAnswer } from '@muster/server/gateways/outside'
import { version } from '@muster/server/version'
import { planCommands } from '@muster/domain/discord/commands'
import { Complaint, readOptions, runOperatorCommand } from './command.ts'

const usage = `Shows and makes the slash commands of Muster on Discord: /standings, /next and /me.

  npm run -s discord -- [--guild ID] [--apply] commands

  --guild   one server (its id) instead of all servers of the bot: there the commands appear at once
  --apply   makes the changes; without it they are shown only

It needs DISCORD_BOT_TOKEN. Other commands of the same application are left alone. docs/discord.md describes the rest.`

/** @throws Complaint about a call that failed */
function readAnswer<T>(answer: OutsideAnswer<T>, wanted: string): T {
  if (answer.ok) return answer.value
  const { reason, detail } = answer.failure
  if (reason === 'unauthorized')
    throw new Complaint(
      'Discord does not accept DISCORD_BOT_TOKEN. Reset the token on the page "Bot" of the application, and enter the new one.',
    )
  if (reason === 'forbidden' || reason === 'missing')
    throw new Complaint(
      `Could not ${wanted}: the bot is not in this server, or was added without the scope applications.commands (${detail}).`,
    )
  throw new Complaint(`Could not ${wanted}: ${detail}. Try again in a minute.`)
}

function readSettings() {
  // Only the settings of Discord are needed, so the command runs without a database.
  const read = readVariables({ DATABASE_URL: 'postgres://none@127.0.0.1/none', ...process.env })
  if (!read.ok) throw new Complaint(read.problems.map(({ name, message }) => `${name} ${message}`).join('\n'))
  const { DISCORD_BOT_TOKEN, DISCORD_URL, PUBLIC_URL } = read.values
  if (DISCORD_BOT_TOKEN === undefined)
    throw new Complaint('DISCORD_BOT_TOKEN is missing: copy the token from the page "Bot" of your application on Discord.')
  return { url: DISCORD_URL, token: new Secret(DISCORD_BOT_TOKEN), user_agent: `DiscordBot (${PUBLIC_URL}, ${version})` }
}

await runOperatorCommand(async () => {
  const options = { guild: { type: 'string' }, apply: { type: 'boolean', default: false }, help: { type: 'boolean' } } as const
  const { values, positionals } = readOptions(usage, options)
  if (values.help || positionals.join() !== 'commands') throw new Complaint(usage)
  const guild_id = values.guild ?? null
  if (guild_id !== null && !/^\d{1,20}$/.test(guild_id))
    throw new Complaint(`"${guild_id}" is not the id of a server.\n\n${usage}`)
  const bot = createDiscordBot(readSettings(), createClock(null))
  const { id } = readAnswer(await bot.findApplication(), 'find the application')
  const changes = planCommands(readAnswer(await bot.listCommands(id, guild_id), 'list the commands'))
  for (const { name, description, before } of changes) {
    process.stdout.write(`/${name}: ${before === null ? 'new' : `"${before}" becomes`} "${description}"\n`)
    if (values.apply) readAnswer(await bot.saveCommand(id, guild_id, { name, description }), `make /${name}`)
  }
  const count = `${changes.length} ${changes.length === 1 ? 'command' : 'commands'}`
  process.stdout.write(
    changes.length === 0
      ? 'All commands are as they should be.\n'
      : values.apply
        ? `Made ${count}.\n`
        : `Nothing was changed. Repeat with --apply to make ${count}.\n`,
  )
})
