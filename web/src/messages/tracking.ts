import { addMessages } from '../lib/text/messages.ts'

/** Texts of the tracking page. The server writes the problem of a source. */
const tracking = {
  'health.title': 'Tracking',
  'health.lead': 'The data that Muster reads for each player, and how to solve problems.',
  'health.noTabs':
    'Path of Exile 2 shows neither stash tabs nor guild tabs to other programs, so none are listed and no points are missed. Items count from characters’ equipment.',
  'health.connection': 'Connection',
  'health.character': 'Character',
  'health.public_tabs': 'Public tabs',
  'health.guild_tabs': 'Guild tabs',
  'health.ladder': 'Ladder',
  'health.waiting': 'soon',
  'health.attention': 'check',
  'health.broken': 'broken',
  'health.seen': 'last read {{time}}',
  'health.allFine': 'All {{count}} players are fully tracked.',
  'health.someWrong': '{{wrong}} of {{count}} players are not fully tracked.',
  'health.ownFine': 'You are fully tracked.',
  'health.ownWrong': 'You are not fully tracked. You may miss points until this is fixed.',
  'health.onlyWrong': 'Only players with problems',
  'health.nobodyTitle': 'No players yet',
  'health.nobodyText': 'Players appear here once they are in a team.',
  'health.loginTitle': 'Log in to see how you are tracked',
  'health.loginText': 'Players see their own tracking here; team leads see their team’s.',
  'health.outsideTitle': 'You are not in a team of this event',
  'health.outsideText': 'Once you are in a team, your tracking appears here. Team leads see their whole team.',
  'health.parts': 'Sections',
  'health.players': 'Players',
  'windows.sources': 'Sources',
  'windows.gaps': 'Gaps:',
  'windows.noGaps': 'No gaps so far in any source.',
  'windows.countOpen': '{{count}} open',
  'windows.countLost': '{{count}} partly lost',
  'windows.countRecovered': '{{count}} recovered',
  'windows.title': 'Tracking coverage',
  'windows.lead': 'Since the first fetch. Each gap shows why nothing was read, and what that means for points.',
  'windows.nothing': 'Nothing has been fetched yet. Once the event’s jobs run, their coverage appears here.',
  'windows.public_tabs': 'Public stash stream',
  'windows.character': 'Characters',
  'windows.ladder': 'Ladder',
  'windows.guild_tabs': 'Guild tabs',
  'windows.figures': 'Build stats (Path of Building)',
  'windows.whole': 'The whole event',
  'windows.none': 'No gaps since {{from}}.',
  'windows.rest': '{{count}} of {{all}} have no gaps.',
  'windows.older': '{{count}} earlier gaps are not shown.',
  'windows.span': '{{from}} to {{to}}',
  'windows.open': 'open',
  'windows.recovered': 'recovered',
  'windows.lost': 'partly lost',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof tracking> {}
}

addMessages(tracking)
