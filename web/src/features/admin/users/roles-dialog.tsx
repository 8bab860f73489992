import './users.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-users.ts'
import { type Role, roles, type User } from '@muster/contract/users'
import { useStore } from '@tanstack/react-form'
import { call } from '../../../api/calls/client.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useStored } from '../../../lib/store.ts'
import { callWrite } from '../../../api/calls/writes.ts'
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
  const draft = useDraft(
    'user_roles',
    user.id,
    { wanted: user.permissions as readonly Role[], typed: '' },
    { isValid: (values) => values.wanted.every((role) => roles.includes(role)), never: ['typed'] },
  )
  /** The starting roles: as shown when the input began, or as another admin has changed them since. */
  const held = useStored(draft.state).base.values.wanted
  const meanwhile = compareRoles(user.permissions, held)
  const isOvertaken = meanwhile.given.length + meanwhile.taken.length > 0
  const trySend = async (values: { wanted: readonly Role[]; typed: string }) => {
    const change = compareRoles(held, values.wanted)
    try {
      return await send(user, held, values.wanted)
    } catch (failure) {
      const theirs = failure instanceof Failure && failure.code === 'changed_meanwhile' ? await findHeld(user) : null
      if (theirs) {
        // The changes made here, on top of the other admin's.
        const merged = roles.filter(
          (role) => change.given.includes(role) || (theirs.includes(role) && !change.taken.includes(role)),
        )
        draft.continueFrom({ values: { wanted: theirs, typed: '' }, version: 0 }, { ...values, wanted: merged })
        form.setFieldValue('wanted', merged)
      }
      throw failure
    }
  }
  const { form, formProps } = useWriteForm({
    draft,
    send: trySend,
    readSaved: (saved) => ({ values: { wanted: saved.permissions, typed: '' }, version: 0 }),
    onSaved: (saved) => {
      const text = t('users.changed', { name: saved.display_name, roles: nameRoles(saved.permissions) })
      // Users who gave up the admin role cannot restore it.
      if (losesOwn) showToast(text)
      else
        showUndo(
          text,
          () => send(user, saved.permissions, held),
          (failure) => failure.message,
        )
    },
    onDone: onClose,
  })
  const { wanted, typed } = useStore(form.store, ({ values }) => values)
  const { isBusy } = formProps.attempt
  const { given, taken } = compareRoles(held, wanted)
  const isChanged = given.length + taken.length > 0
  const losesOwn = isSelf && taken.includes('admin')
  const mayAct = isChanged && (!losesOwn || typed.trim() === user.display_name.trim())
  const act = () => mayAct && !isBusy && void formProps.onSubmit()
  return (
    <Dialog
      title={t('users.changeOf', { name: user.display_name })}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {t('confirm.keep')}
          </Button>
          <Button kind={taken.length > 0 ? 'bad' : 'primary'} disabled={!mayAct} isBusy={isBusy} onClick={act}>
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
        {formProps.notice}
        {roles.map((role) => (
          <Check
            key={role}
            isOn={wanted.includes(role)}
            onChange={(isOn) =>
              form.setFieldValue(
                'wanted',
                roles.filter((each) => (each === role ? isOn : wanted.includes(each))),
              )
            }
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
            <TypeToConfirm
              label={t('users.typeToLose', { text: user.display_name })}
              value={typed}
              onChange={(text) => form.setFieldValue('typed', text)}
            />
          </>
        )}
        {formProps.problem}
      </form>
    </Dialog>
  )
}
