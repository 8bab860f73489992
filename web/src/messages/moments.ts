import { addMessages } from '../lib/text/messages.ts'

/** Texts of the moments on streams. */
const moments = {
  'moments.title': 'Moments on stream',
  'moments.lead':
    'Points that teams gained while a player of the team was live. Muster sees an item when it is put away: it dropped some time before.',
  'moments.order': 'Order',
  'moments.newest': 'Newest',
  'moments.top': 'Top',
  'moments.team': 'Team',
  'moments.everyTeam': 'all',
  'moments.first': 'First to finish',
  'moments.finished': 'Finished',
  'moments.lead_taken': 'Took the lead',
  'moments.ask': 'Why: {{objective}}, {{team}}',
  'moments.video': 'Video of {{name}}',
  'moments.channel': 'Channel of {{name}}',
  'moments.at': 'at about {{time}}',
  'moments.noVideo': 'no video yet',
  'moments.emptyTitle': 'No moments on stream yet',
  'moments.emptyText':
    'A moment appears when a team gains points while one of its players is live on Twitch and shares the stream with everyone.',
  'moments.emptyLink': 'Connect Twitch',
  'moments.noneTitle': 'No moments of this team yet',
  'moments.noneText': 'Other teams have some.',
  'moments.clear': 'Show all teams',
  'moments.more': 'Show more',
  'moments.table': 'Table (CSV)',
  'moments.timeline': 'Timeline for editors (EDL)',
  'moments.timelineNote':
    'The timeline has the 20 top moments of the chosen teams, with 15 s before and 10 s after each. Save each video under its number, as 2493007163.mp4, and set the project to the same frames a second.',
  'moments.rate': 'Frames a second',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof moments> {}
}

addMessages(moments)
