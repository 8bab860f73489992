import type { Passkey } from '@muster/contract/passkeys'
import { KeyDialog } from './features/account/key-dialog.tsx'
import { PasskeyNameDialog } from './features/account/passkey-name-dialog.tsx'

const nothing = () => undefined
const passkey = { id: 4, name: 'Phone' } as Passkey

/** The forms of an account's ways in. */
export const accountForms = {
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
