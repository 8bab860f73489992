import { addMessages } from '../lib/messages.ts'

/** Texts of the page about what Muster hears of players. What is wrong with a source is said by the server. */
export const tracking = {
  'health.title': 'Tracking',
  'health.lead': 'What Muster reads of each player, and what to do where something is missing.',
  'health.connection': 'Connection',
  'health.character': 'Character',
  'health.public_tabs': 'Public tabs',
  'health.guild_tabs': 'Guild tabs',
  'health.ladder': 'Ladder',
  'health.waiting': 'soon',
  'health.attention': 'look',
  'health.broken': 'broken',
  'health.seen': 'last news {{time}}',
  'health.allFine': 'All that can be read of {{count}} players is read.',
  'health.someWrong': '{{wrong}} of {{count}} players miss something.',
  'health.ownFine': 'All that can be read of you is read.',
  'health.ownWrong': 'Something of you cannot be read. Points may be missed until it is mended.',
  'health.onlyWrong': 'Only who misses something',
  'health.nobodyTitle': 'Nobody plays yet',
  'health.nobodyText': 'Players appear here once they are in a team.',
  'health.loginTitle': 'Log in to see how you are tracked',
  'health.loginText': 'Players see themselves here, team leads their team.',
  'health.outsideTitle': 'You are in no team of this event',
  'health.outsideText': 'Players see themselves here, team leads their team. Once you are in a team, so do you.',
} as const

addMessages(tracking)
