import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createSimulator } from '@muster/simulator/simulator'
import { useOpened } from '@muster/server/testing/use-server'
import { expect, it } from 'vitest'

const simulator = useOpened(() => createSimulator({ preset: 'tiny' }))

const script = fileURLToPath(new URL('../tools/discord.ts', import.meta.url))

/** Runs the command as `npm run -s discord -- …` does. */
const discord = (args: readonly string[], settings: Record<string, string> = {}) =>
  new Promise<{ code: unknown; out: string; complaint: string }>((resolve) => {
    const { guild, discord_url } = simulator
    // Each run starts with fresh limits.
    simulator.step(10_000)
    const env = { ...process.env, DISCORD_URL: discord_url, DISCORD_BOT_TOKEN: guild.bot_token, ...settings }
    execFile(process.execPath, [script, ...args], { env }, (error, out, complaint) =>
      resolve({ code: error?.code ?? 0, out: out.trim(), complaint: complaint.trim() }),
    )
  })
const names = () => simulator.guild.commands.map(({ name, guild_id }) => [name, guild_id])

it('shows the commands to create, creates them on demand, and then has nothing left to do', async () => {
  const { guild } = simulator
  guild.commands.push({ id: '1', name: 'roll', description: 'Dice of another program', guild_id: null })
  const dry = await discord(['commands'])
  expect([dry.code, dry.out.split('\n').length, names()]).toEqual([0, 4, [['roll', null]]])
  expect(dry.out).toContain('Nothing was changed. Repeat with --apply to make 3 commands.')
  expect((await discord(['--apply', 'commands'])).out).toContain('Made 3 commands.')
  expect(names()).toEqual([
    ['roll', null],
    ['standings', null],
    ['next', null],
    ['me', null],
  ])
  expect((await discord(['--apply', 'commands'])).out).toBe('All commands are as they should be.')
  expect((await discord(['--guild', guild.id, '--apply', 'commands'])).out).toContain('Made 3 commands.')
  expect(names()).toHaveLength(7)
  expect(simulator.requests.totals().complaints).toEqual({})
}, 60_000)

it('says what to do about a wrong token, server or setting, and never shows the token', async () => {
  const wrong = await discord(['commands'], { DISCORD_BOT_TOKEN: 'wrong-token' })
  expect([wrong.code, wrong.complaint]).toEqual([2, expect.stringContaining('Reset the token')])
  expect(wrong.complaint + wrong.out).not.toContain('wrong-token')
  expect((await discord(['commands'], { DISCORD_BOT_TOKEN: '' })).complaint).toContain('DISCORD_BOT_TOKEN is missing')
  expect((await discord(['--guild', '42', 'commands'])).complaint).toContain('the bot is not in this server')
  expect((await discord(['--guild', 'x', 'commands'])).complaint).toContain('"x" is not the id of a server')
}, 60_000)
