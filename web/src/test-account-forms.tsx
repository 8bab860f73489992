import type { Passkey } from '@muster/contract/passkeys'
import { GameAccountSetting } from './features/account/game-account-setting.tsx'
import { KeyDialog } from './features/account/key-dialog.tsx'
import { NameSetting } from './features/account/name-setting.tsx'
import { PasskeyNameDialog } from './features/account/passkey-name-dialog.tsx'
import { user } from './test-answers.ts'

const nothing = () => undefined
const passkey = { id: 4, name: 'Phone' } as Passkey

/** The forms of the account page, for `test-forms.tsx`. */
export const accountForms = {
  display_name: {
    show: () => <NameSetting user={user} />,
    field: 'Your name on Muster',
    send: 'Save',
    reply: { display_name: 'First text' },
  },
  game_account: {
    show: () => <GameAccountSetting user={user} />,
    field: 'Your account in the game',
    texts: ['First#1234', 'Second#1234'] as const,
    send: 'Save',
    reply: { stated_account: { name: 'First#1234', is_confirmed: false } },
  },
  key: {
    show: () => <KeyDialog onMade={nothing} onClose={nothing} />,
    field: 'Name of the key',
    send: 'Make a key',
    reply: { key: { id: 4, name: 'First text' }, secret: 'muster_x' },
  },
  passkey: {
    show: () => <PasskeyNameDialog passkey={passkey} onClose={nothing} />,
    field: 'Name of the passkey',
    send: 'Save',
    reply: {},
  },
}
