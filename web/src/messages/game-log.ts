import { addMessages } from '../lib/text/messages.ts'

/** Texts of the reports from the log of the game. */
const gameLog = {
  'gameLog.title': 'Your game log',
  'gameLog.nothingTitle': 'No objective is counted from the log',
  'gameLog.nothingText': 'Nothing is read and nothing is sent.',
  'gameLog.dropTitle': 'Drop Client.txt here',
  'gameLog.dropText':
    'The game writes this file to its own folder, under logs. This page reads it in your browser and shows every event before it is sent.',
  'gameLog.choose': 'Choose Client.txt',
  'gameLog.follows':
    'This browser follows a dropped file while the page is open. It cannot open a file chosen in a system folder such as Program Files: drop it from there instead.',
  'gameLog.once':
    'This browser reads the file once: drop or choose it again after playing. Nothing is sent twice. Chrome and Edge follow a dropped file.',
  'gameLog.noFile': 'The drop contained no file that this browser can read.',
  'gameLog.stopped': 'Reading stopped: {{reason}}. Drop the file again to continue. Nothing is sent twice.',
  'gameLog.reading': '{{share}} % read',
  'gameLog.readingLabel': 'Reading the log',
  'gameLog.notSent': 'Nothing sent yet',
  'gameLog.following': 'Following',
  'gameLog.readOnce': 'Read once',
  'gameLog.another': 'Close this file',
  'gameLog.keepOpen': 'Keep this page open while you play. When you close it, nothing more is read.',
  'gameLog.again': 'Choose the file again after playing: only new events are stored.',
  'gameLog.whose': 'Your characters',
  'gameLog.whoseText': 'The log also names party members. Tick your own; the names of others stay on this computer.',
  'gameLog.noNames': 'No names yet since the start of the event. A name appears here with its next level or death.',
  'gameLog.character': '{{name}}, {{class}}, level {{level}}',
  'gameLog.send_one': 'Send {{count}} event',
  'gameLog.send_other': 'Send {{count}} events',
  'gameLog.start': 'Send new events',
  'gameLog.offline': 'No connection. The events wait on this page and are sent later.',
  'gameLog.events': 'Events of this log',
  'gameLog.tally': '{{sent}}, {{left}}',
  'gameLog.sentCount_one': '{{count}} event sent',
  'gameLog.sentCount_other': '{{count}} events sent',
  'gameLog.leftCount_one': '{{count}} line stayed here',
  'gameLog.leftCount_other': '{{count}} lines stayed here',
  'gameLog.noEvents': 'None since the start of the event.',
  'gameLog.more_one': 'Show older events ({{count}})',
  'gameLog.more_other': 'Show older events ({{count}})',
  'gameLog.status.sent': 'sent',
  'gameLog.status.waits': 'to be sent',
  'gameLog.status.stays': 'stays here',
  'gameLog.ownClock': 'Read later: the time is from this computer.',
  'gameLog.leaving': 'Data that leaves this computer',
  'gameLog.sent': 'Sent',
  'gameLog.never': 'Never sent',
  'gameLog.sends.level': 'Level-ups of your characters: name, class, level and time',
  'gameLog.sends.death': 'Deaths of your characters: name and time',
  'gameLog.sends.area': 'Areas that an objective counts: the game’s id, level and time',
  'gameLog.sends.passive': 'Passives you allocate: the game’s id and time',
  'gameLog.sends.boss': 'Last words of bosses that an objective counts: the boss and the time',
  'gameLog.never.chat': 'Chat and whispers',
  'gameLog.never.others': 'Names of other players',
  'gameLog.never.rest': 'Addresses and everything else in the file',
  'gameLog.never.file': 'The file itself',
  'gameLog.where': 'Only events that an objective of this event asks for are sent. Each one is listed on this page.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof gameLog> {}
}

addMessages(gameLog)
