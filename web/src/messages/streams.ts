import { addMessages } from '../lib/text/messages.ts'

/** Texts of the live streams. */
const streams = {
  'streams.title': 'Streams',
  'streams.live_one': '{{count}} participant is live',
  'streams.live_other': '{{count}} participants are live',
  'streams.watching_one': '{{shown}} viewer',
  'streams.watching_other': '{{shown}} viewers',
  'streams.list': 'Live streams',
  'streams.teams': 'Teams',
  'streams.noTeam': 'Without a team',
  'streams.liveFor': 'live for {{time}}',
  'streams.badge': 'Live',
  'streams.character': 'Level {{level}} {{name}}',
  'streams.untitled': 'No title',
  'streams.open': 'Open the stream of {{name}}',
  'streams.emptyTitle': 'No live streams right now',
  'streams.emptyText': 'Participants who have connected Twitch in their settings appear here while they stream.',
  'streams.emptyLink': 'Connect Twitch',
  'streams.noneTitle': 'No live streams from these teams',
  'streams.noneText': 'Others are live. Clear the filter to see them.',
  'streams.clear': 'Show all teams',
  'streams.offline': 'Offline',
  'streams.twitch': 'Watch on Twitch',
  'streams.play': 'Play here',
  'streams.playNote': 'Playing this tells Twitch about your visit.',
  'streams.player': 'Twitch player with the stream of {{name}}',
  'streams.isOffline': '{{name}} is not live right now. This page checks again every minute.',
  'streams.unknownTitle': 'No participant is streaming as {{name}} right now',
  'streams.unknownText': 'Only participants of this event are shown here.',
  'streams.all': 'All streams',
  'streams.others': 'Other streams',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof streams> {}
}

addMessages(streams)
