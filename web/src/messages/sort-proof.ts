import { addMessages } from '../lib/text/messages.ts'

/** Texts of the page that recomputes the teams of an event. */
const proof = {
  'proof.title': 'How the teams were made',
  'proof.lead':
    'The teams follow from a seed, a fixed method and these answers without names. Compute them again in your browser.',
  'proof.noneTitle': 'No published teams',
  'proof.noneText': 'When the organisers submit teams, everyone can check them here.',
  'proof.made': 'Submitted on {{time}} by {{author}}',
  'proof.nobody': 'an organiser',
  'proof.note': 'Note',
  'proof.seed': 'Seed',
  'proof.version': 'Method, version',
  'proof.people': 'People',
  'proof.rules': 'Rules',
  'proof.rulesOf': '{{locks}} locks, {{together}} kept together, {{apart}} kept apart, {{sizes}} size limits',
  'proof.compute': 'Compute again',
  'proof.computing': 'Computing: {{share}} %',
  'proof.same': 'Computed just now: identical, {{count}} of {{count}} people',
  'proof.different_one': 'Computed just now: {{count}} person is in a different team than published',
  'proof.different_other': 'Computed just now: {{count}} people are in a different team than published',
  'proof.failed': 'The teams could not be computed. Reload the page and try again.',
  'proof.otherVersion':
    'These teams were made with version {{version}} of the method, and this page has version {{own}}. It cannot compute them.',
  'proof.byHand': 'These teams were made by hand, without a proposal. There is nothing to compute.',
  'proof.hand_one': '{{count}} person was moved to another team by hand after the proposal.',
  'proof.hand_other': '{{count}} people were moved to other teams by hand after the proposal.',
  'proof.handNone': 'The teams are exactly the proposal.',
  'proof.own': 'Your row is {{row}}. Only you see this.',
  'proof.ownNone': 'None of these rows is yours.',
  'proof.ownLogin': 'Log in to see which row is yours.',
  'proof.teams': 'Teams',
  'proof.answers': 'Answers without names',
  'proof.row': 'Row',
  'proof.hours': 'Hours a day',
  'proof.measured': 'Measured',
  'proof.experience': 'Past events',
  'proof.experience.0': 'none',
  'proof.experience.1': '1 to 4',
  'proof.experience.2': '5 or more',
  'proof.marks': 'Also',
  'proof.needs': 'wants help',
  'proof.helps': 'helps others',
  'proof.owns': 'owns a guild',
  'proof.evening': 'evening from {{from}} to {{to}} UTC',
  'proof.team': 'Team',
  'proof.proposed': 'proposed: {{team}}',
  'proof.size': 'Members',
  'proof.download': 'Download as JSON',
  'proof.private':
    'Rows are in the order of their random names. Only the organisers know which row belongs to whom; you can see your own.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof proof> {}
}

addMessages(proof)
