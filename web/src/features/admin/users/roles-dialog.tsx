import './users.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-users.ts'
import { type Role, roles, type User } from '@muster/contract/users'
import { useState } from 'react'
import { call } from '../../../api/calls/client.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Check } from '../../../ui/forms/fields.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { showUndo } from '../kit/confirm-write.tsx'
import { TypeToConfirm } from '../kit/type-to-confirm.tsx'
import { compareRoles } from './role-pages.ts'
import { describeRole, nameRole, nameRoles } from './role-words.ts'

const send = (user: User, held: readonly Role[], wanted: readonly Role[]): Promise<User> =>
  callWrite('changePermissions', { user_id: user.id, query: { held: held.join(',') }, body: [...wanted] })

/** The current roles of a user; null if the user was deleted. */
async function findHeld({ id }: User): Promise<readonly Role[] | null> {
  const found = await call('getAllUsers', { query: { search: String(id) } })
  return found.find((one) => one.id === id)?.permissions ?? null
}

function labelButton(before: readonly Role[], after: readonly Role[]): string {
  const { given, taken } = compareRoles(before, after)
  const values = { given: given.map(nameRole).join(', '), taken: taken.map(nameRole).join(', ') }
  if (given.length > 0 && taken.length > 0) return t('users.saveBoth', values)
  if (given.length > 0) return t('users.saveGive', values)
  return taken.length > 0 ? t('users.saveTake', values) : t('users.save')
}

/** Roles of one person, with the rights of each. The button names the change before it is sent. */
export function RolesDialog({ user, isSelf, onClose }: { user: User; isSelf: boolean; onClose: () => void }) {
  /** The starting roles: as shown when the dialog opened, or as another admin has changed them since. */
  const [held, setHeld] = useState<readonly Role[]>(user.permissions)
  const [wanted, setWanted] = useState<readonly Role[]>(user.permissions)
  const meanwhile = compareRoles(user.permissions, held)
  const isOvertaken = meanwhile.given.length + meanwhile.taken.length > 0
  const [typed, setTyped] = useState('')
  const { given, taken } = compareRoles(held, wanted)
  const isChanged = given.length + taken.length > 0
  const losesOwn = isSelf && taken.includes('admin')
  const mayAct = isChanged && (!losesOwn || typed.trim() === user.display_name.trim())
  const trySend = async () => {
    try {
      return await send(user, held, wanted)
    } catch (failure) {
      const theirs = failure instanceof Failure && failure.code === 'changed_meanwhile' ? await findHeld(user) : null
      if (theirs) {
        // The changes made here, on top of the other admin's.
        setHeld(theirs)
        setWanted(roles.filter((role) => given.includes(role) || (theirs.includes(role) && !taken.includes(role))))
      }
      throw failure
    }
  }
  const write = useWrite(trySend, {
    onDone: (saved) => {
      const text = t('users.changed', { name: saved.display_name, roles: nameRoles(saved.permissions) })
      // Users who gave up the admin role cannot restore it.
      if (losesOwn) showToast(text)
      else
        showUndo(
          text,
          () => send(user, saved.permissions, held),
          (failure) => failure.message,
        )
      onClose()
    },
  })
  const act = () => mayAct && !write.is_busy && write.run(undefined)
  return (
    <Dialog
      title={t('users.changeOf', { name: user.display_name })}
      isBusy={write.is_busy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={write.is_busy}>
            {t('confirm.keep')}
          </Button>
          <Button kind={taken.length > 0 ? 'bad' : 'primary'} disabled={!mayAct} isBusy={write.is_busy} onClick={act}>
            {labelButton(held, wanted)}
          </Button>
        </>
      }
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          act()
        }}
      >
        {roles.map((role) => (
          <Check
            key={role}
            isOn={wanted.includes(role)}
            onChange={(isOn) => setWanted(roles.filter((each) => (each === role ? isOn : wanted.includes(each))))}
            label={
              <>
                <span className="strong">{nameRole(role)}</span>
                <small className="users-opens">{describeRole(role)}</small>
              </>
            }
          />
        ))}
        {isOvertaken && (
          <p role="alert">
            {t('users.overtaken', { before: nameRoles(user.permissions), now: nameRoles(held), yours: nameRoles(wanted) })}
          </p>
        )}
        {!isChanged && <p className="quieter small">{t('users.noChange')}</p>}
        {losesOwn && (
          <>
            <p role="alert">{t('users.ownAdmin')}</p>
            <TypeToConfirm label={t('users.typeToLose', { text: user.display_name })} value={typed} onChange={setTyped} />
          </>
        )}
        <WriteProblem write={write} />
      </form>
    </Dialog>
  )
}
