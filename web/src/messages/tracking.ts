import { addMessages } from '../lib/messages.ts'

/** Texts of the page about what Muster hears of players. What is wrong with a source is said by the server. */
const tracking = {
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
  'health.parts': 'Parts of this page',
  'health.players': 'Players',
  'windows.sources': 'Sources',
  'windows.gaps': 'Gaps in what was heard:',
  'windows.noGaps': 'Every source was heard without a gap so far.',
  'windows.countOpen': '{{count}} open',
  'windows.countLost': '{{count}} in part lost',
  'windows.countRecovered': '{{count}} read later',
  'windows.title': 'What was heard, and when not',
  'windows.lead': 'From the first look on. Where nothing was heard there is a gap, with its reason and what it means for points.',
  'windows.nothing': 'Nothing was fetched yet. Once the jobs of the event run, this shows when they were heard.',
  'windows.public_tabs': 'Public stash stream',
  'windows.character': 'Characters',
  'windows.ladder': 'Ladder',
  'windows.guild_tabs': 'Guild tabs',
  'windows.figures': 'Figures of builds (Path of Building)',
  'windows.whole': 'The whole event',
  'windows.none': 'Heard without a gap since {{from}}.',
  'windows.rest': '{{count}} of {{all}} were heard without a gap.',
  'windows.older': '{{count}} earlier gaps are not shown.',
  'windows.span': '{{from}} to {{to}}',
  'windows.open': 'open',
  'windows.recovered': 'read later',
  'windows.lost': 'in part lost',
} as const

declare module '../lib/messages.ts' {
  interface Texts extends Readonly<typeof tracking> {}
}

addMessages(tracking)
