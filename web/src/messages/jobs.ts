import { addMessages } from '../lib/text/messages.ts'

/** Names and descriptions of jobs and scheduled tasks. */
const jobNames = {
  'jobs.name.FetchStashChanges': 'Stash stream',
  'jobs.name.EvaluateStashChanges': 'Item evaluation',
  'jobs.name.FetchCharacterData': 'Characters and ladder',
  'jobs.name.FetchGuildStashes': 'Guild stashes',
  'jobs.name.DetermineGuildStashAccess': 'Guild access',
  'jobs.does.FetchStashChanges': 'Reads public tabs.',
  'jobs.does.EvaluateStashChanges': 'Turns stored items and guild logs into points.',
  'jobs.does.FetchCharacterData': 'Reads characters, equipment, the ladder and activity.',
  'jobs.does.FetchGuildStashes': 'Reads the guild tabs that leads have chosen.',
  'jobs.does.DetermineGuildStashAccess': 'Finds out who can read which guild tab.',
  'jobs.consequence.FetchStashChanges':
    'While it is stopped, no public tab is read, and items found meanwhile do not count. When it starts again, it continues where it stopped, as long as the game still has that part of the stream.',
  'jobs.consequence.EvaluateStashChanges':
    'Items are still stored, but give no points. When it starts again, it catches up on everything.',
  'jobs.consequence.FetchCharacterData':
    'Levels, ascendancies, equipment, the ladder and activity are not updated. Changes in the meantime are missed.',
  'jobs.consequence.FetchGuildStashes': 'Guild tabs are not read. Items put in and taken out again in the meantime are missed.',
  'jobs.consequence.DetermineGuildStashAccess': 'New guild tabs are not noticed. Known ones are still read.',
  'tasks.name.FollowStreams': 'Live streams',
  'tasks.name.KeepConnections': 'Connections and tokens',
  'tasks.name.CalculateBuilds': 'Build stats',
  'tasks.name.RemoveRawData': 'Raw data removal',
  'tasks.name.SendNotices': 'Webhooks and chat posts',
  'tasks.name.SendPersonalNotices': 'Personal notices',
  'tasks.name.SendDirectMessages': 'Discord direct messages',
  'tasks.name.GiveDiscordRoles': 'Discord roles',
  'tasks.name.KeepSandbox': 'Sandbox',
  'tasks.does.FollowStreams': 'Asks Twitch who is live.',
  'tasks.does.KeepConnections': 'Renews the tokens of players and notices withdrawn consents.',
  'tasks.does.CalculateBuilds': 'Has Path of Building calculate changed characters.',
  'tasks.does.RemoveRawData': 'Removes the raw data of events for which a date was chosen.',
  'tasks.does.SendNotices': 'Finds what happened in events and posts it to their routes.',
  'tasks.does.SendPersonalNotices': 'Finds the notices for each person’s bell, and pushes them to browsers.',
  'tasks.does.SendDirectMessages': 'Sends personal notices to people who want them as direct messages on Discord.',
  'tasks.does.GiveDiscordRoles': 'Gives and takes roles on Discord as teams change.',
  'tasks.does.KeepSandbox':
    'Changes the scores of an event with invented teams at /api/v1/events/sandbox, for people who write programs. No list shows it. SANDBOX=off removes it.',
  'tasks.off.FollowStreams': 'Not set up: TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET are missing.',
  'tasks.off.KeepConnections': 'Not set up.',
  'tasks.off.CalculateBuilds': 'Not set up: POB_DIR or POB_URL is missing.',
  'tasks.off.RemoveRawData': 'Not set up.',
  'tasks.off.SendNotices': 'Not set up.',
  'tasks.off.SendPersonalNotices': 'Not set up.',
  'tasks.off.SendDirectMessages': 'Not set up: DISCORD_BOT_TOKEN is missing.',
  'tasks.off.GiveDiscordRoles': 'Not set up: DISCORD_BOT_TOKEN is missing.',
  'tasks.off.KeepSandbox': 'Not set up.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof jobNames> {}
}

addMessages(jobNames)
