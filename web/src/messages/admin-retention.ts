import { addMessages } from '../lib/text/messages.ts'
import './admin-events.ts'

/** Texts about the retention of raw data. */
const adminRetention = {
  'retention.menu': 'Raw data…',
  'retention.title': 'How long to keep the raw data of {{name}}',
  'retention.titleFinal': 'Raw data of {{name}}',
  'retention.means':
    'Raw data is everything that Muster has read about players, and the texts that they wrote. After its removal, teams, objectives, scores, receipts and the player of each point stay as they are.',
  'retention.kind.items': 'Contents of stash tabs, equipment',
  'retention.kind.characters': 'Character progress, atlas trees',
  'retention.kind.builds': 'Builds and their stats',
  'retention.kind.ladder': 'The game’s ladder',
  'retention.kind.guild_tabs': 'Guild tabs',
  'retention.kind.guild_logs': 'Guild logs',
  'retention.kind.play': 'Times of play',
  'retention.kind.fetching': 'Times when players were read, and problems',
  'retention.kind.signups': 'Signup answers',
  'retention.kind.texts': 'Proofs, screenshots, comments, team plans',
  'retention.rows_one': '{{rows}} entry',
  'retention.rows_other': '{{rows}} entries',
  'retention.storedKinds': 'Data to remove',
  'retention.removedKinds': 'Removed data',
  'retention.total': 'Together, about',
  'retention.archive':
    'The archive has builds, progress, ladder and proofs as pages show them now. Download it before they are removed.',
  'retention.archiveLater': 'Once the event is over and public, its archive can be downloaded here.',
  'retention.label': 'Keep raw data',
  'retention.forEver': 'forever',
  'retention.days': '{{days}} days after the end, until {{day}}',
  'retention.daysOver': '{{days}} days after the end ({{day}} has passed)',
  'retention.date': 'until another date',
  'retention.until': 'Keep until',
  'retention.tooEarly': 'Choose a date after {{time}}, so that there is at least a day to change your mind.',
  'retention.then':
    'On {{day}} it is removed permanently, and the event becomes final: no data can be read from the game or matched again, so what counts for its objectives can no longer be changed.',
  'retention.undo': 'Until then you can change this at any time.',
  'retention.notMatched': 'Some of the data has not been matched yet. Nothing is removed until it has, so let the jobs finish.',
  'retention.act': 'Remove about {{size}} on {{day}}',
  'retention.actEmpty': 'Keep until {{day}}',
  'retention.nothing': 'Nothing has been read or written yet.',
  'retention.actForEver': 'Keep forever',
  'retention.chooseDate': 'Choose a date',
  'retention.isForEver': 'It is kept forever',
  'retention.isUntil': 'It is kept until {{day}}',
  'retention.chosen': 'The raw data of {{name}} is kept until {{day}}',
  'retention.chosenForEver': 'The raw data of {{name}} is kept forever',
  'retention.removing': 'The removal began on {{time}} and continues automatically. It may take some minutes.',
  'retention.removed': 'The raw data was removed on {{time}}.',
  'retention.finalMeans':
    'The event is final. Its scores and receipts stay. Presets and points can still be edited, and judges can still decide; jobs cannot be started.',
  'retention.badgeUntil': 'Raw data until {{day}}',
  'retention.badgeFinal': 'Raw data removed on {{day}}',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof adminRetention> {}
}

addMessages(adminRetention)
