import { addMessages } from '../lib/text/messages.ts'

/** Texts of the settings of personal notices. */
const noticeSettings = {
  'noticeSettings.saved': 'Saved',
  'noticeSettings.kinds': 'Tell me',
  'noticeSettings.device': 'Push on this device',
  'noticeSettings.pushText': 'The browser shows notices even while Muster is closed. The bell at the top has them either way.',
  'noticeSettings.pushIsOn': 'This browser shows your notices, even while Muster is closed.',
  'noticeSettings.pushOn': 'Turn on',
  'noticeSettings.pushOff': 'Turn off',
  'noticeSettings.pushAdded': 'This browser now shows your notices',
  'noticeSettings.pushRemoved': 'That browser no longer shows your notices',
  'noticeSettings.test': 'Send a test',
  'noticeSettings.testAsked': 'The test arrives within a minute. If it does not, check the notification settings of your device.',
  'noticeSettings.push.blocked':
    'This browser blocks notifications from Muster. Allow them in the settings of this site (the icon left of the address), then turn this on again.',
  'noticeSettings.push.home_screen':
    'iPhones and iPads push only to pages on the home screen. In the Share menu choose “Add to Home Screen”, open Muster from there, log in, and turn this on.',
  'noticeSettings.push.old_system': 'iPhones and iPads push from iOS 16.4 on. Update your device, then turn this on here.',
  'noticeSettings.push.insecure': 'Browsers push only to pages with https. Open Muster at its https address.',
  'noticeSettings.push.unable':
    'This browser has no push notifications. Use a current Firefox, Chrome, Edge or Safari, outside a private window.',
  'noticeSettings.push.dismissed': 'The browser asked for permission and got no answer. Turn this on again and choose “Allow”.',
  'noticeSettings.push.failed':
    'The push service of this browser could not be reached. Check that notifications are not switched off in the browser, then try again.',
  'noticeSettings.others': 'Other browsers that show your notices:',
  'noticeSettings.other': '{{service}}, since {{time}}',
  'noticeSettings.otherOff': 'Remove {{device}}',
  'noticeSettings.remove': 'Remove',
  'noticeSettings.direct': 'Direct messages on Discord',
  'noticeSettings.directText': 'The bot of this site can send you the same notices as direct messages on Discord.',
  'noticeSettings.directIsOn': 'The bot of this site sends you your notices on Discord.',
  'noticeSettings.directConnect': 'Connect your Discord account above first.',
  'noticeSettings.directOn': 'Send me direct messages',
  'noticeSettings.directOff': 'Stop direct messages',
  'noticeSettings.directStopped': 'The bot no longer sends you messages',
  'noticeSettings.directTest': 'Send a test message',
  'noticeSettings.directTesting': 'A test message was sent. It arrives within a minute.',
  'noticeSettings.directLast': 'Last message: {{time}}',
  'noticeSettings.direct.blocked':
    'Discord does not deliver the bot’s messages, because you have blocked the bot. Unblock it on Discord, then send a test message.',
  'noticeSettings.direct.no_shared_server':
    'Discord does not deliver the bot’s messages: you share no server with the bot, or do not accept direct messages from members of that server. Join the server, or allow direct messages in its privacy settings on Discord, then send a test message.',
  'noticeSettings.direct.token_refused':
    'Discord refuses the bot of this site. Your notices follow once its operator has fixed that.',
  'noticeSettings.direct.limited': 'Discord asks the bot to wait. Your notices will be sent automatically.',
  'noticeSettings.direct.unavailable': 'Discord did not accept the last message. The bot tries again automatically.',
  'noticeSettings.quiet': 'Quiet hours',
  'noticeSettings.quietOn': 'Push nothing at certain hours',
  'noticeSettings.quietFrom': 'From',
  'noticeSettings.quietTo': 'until',
  'noticeSettings.quietHelp': 'The bell still collects notices.',
  'noticeSettings.quietZone': 'Times in {{zone}}. Afterwards one message sums up the notices that still matter.',
  'noticeSettings.perHour': 'Pushed notices per hour, at most',
  'noticeSettings.perHourHelp': 'Beyond this number, notices wait and arrive together in one message.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof noticeSettings> {}
}

addMessages(noticeSettings)
