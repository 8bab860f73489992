import './item-names.css'
import '../../../messages/admin-grid.ts'
import type { GameVersion } from '@muster/contract/events'
import { type AddedItemName, itemNameLength, maxChangedNames } from '@muster/contract/item-names'
import { useStore } from '@tanstack/react-form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import type { Failure } from '../../../api/calls/failure.ts'
import { read } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useItemLibrary } from '../../../api/items/item-library.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'

interface NamesProps {
  game_version: GameVersion
}

/** Names of items that organisers add to the known ones. */
export function ItemNames(props: NamesProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="grid-sets" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('grid.names')}</summary>
      {isOpen && (
        <div className="grid-sets-body">
          <p className="quieter">{t('grid.namesText')}</p>
          <ItemNamesForm {...props} />
          <DataGuard title={t('grid.namesList')}>
            <Suspense>
              <AddedNames {...props} />
            </Suspense>
          </DataGuard>
        </div>
      )}
    </details>
  )
}

type Kind = 'unique' | 'base'
const fresh = { kind: 'unique' as Kind, names: '' }

const listTyped = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

/** Why the names cannot be sent, or undefined. */
function findProblem(text: string): string | undefined {
  const names = listTyped(text)
  if (names.length === 0) return t('grid.namesEmpty')
  if (names.length > maxChangedNames)
    return t('grid.namesMany', { number: formatCount(names.length), most: formatCount(maxChangedNames) })
  const long = names.find((name) => name.length > itemNameLength)
  return long === undefined ? undefined : t('grid.namesLong', { name: `${long.slice(0, 30)}…`, most: itemNameLength })
}

function describeSaved(count: number | null): string {
  if (count === null) return t('grid.namesSaved')
  return count === 0 ? t('grid.namesKnown') : t('grid.namesAdded', { count, number: formatCount(count) })
}

export function ItemNamesForm({ game_version }: NamesProps) {
  const library = useItemLibrary(game_version)
  /** Null: the known names have not loaded. */
  const countNew = ({ kind, names }: typeof fresh): number | null =>
    library && listTyped(names).filter((name) => !library[kind === 'unique' ? 'NAME' : 'BASE_TYPE'].has(name)).length
  const { form, formProps } = useWriteForm({
    draft: useDraft('item_names', game_version, fresh, { isValid: ({ kind }) => kind === 'unique' || kind === 'base' }),
    wireNames: { names: 'add' },
    send: async (values) => {
      const count = countNew(values)
      const body = { is_unique: values.kind === 'unique', add: listTyped(values.names) }
      return { count, added: await callWrite('changeAddedItemNames', { game_version, body }) }
    },
    readSaved: () => ({ values: fresh, version: 0 }),
    onSaved: ({ count }) => showToast(describeSaved(count)),
    onDone: (_saved, reset) => reset(fresh),
  })
  const typed = useStore(form.store, ({ values }) => values)
  const count = countNew(typed)
  const all = listTyped(typed.names).length
  return (
    <Form {...formProps} buttons={<SubmitButton>{t('grid.namesAdd')}</SubmitButton>}>
      <form.AppField name="kind">
        {(field) => (
          <field.SelectField
            label={t('grid.namesKind')}
            choices={[
              { value: 'unique', label: t('grid.namesUnique') },
              { value: 'base', label: t('grid.namesBase') },
            ]}
          />
        )}
      </form.AppField>
      <form.AppField name="names" validators={{ onSubmit: ({ value }) => findProblem(value) }}>
        {(field) => (
          <field.TextAreaField
            label={t('grid.namesPaste')}
            rows={5}
            help={
              count !== null && all > 0
                ? t('grid.namesCount', { fresh: formatCount(count), known: formatCount(all - count) })
                : undefined
            }
          />
        )}
      </form.AppField>
    </Form>
  )
}

function AddedNames({ game_version }: NamesProps) {
  const { data } = useSuspenseQuery(read('getAddedItemNames', { game_version }))
  const onFailed = ({ message }: Failure) => showToast(message, { kind: 'bad' })
  const add = useWrite(
    ({ is_unique, name }: AddedItemName) => callWrite('changeAddedItemNames', { game_version, body: { is_unique, add: [name] } }),
    { onFailed },
  )
  const remove = useWrite(
    ({ is_unique, name }: AddedItemName) =>
      callWrite('changeAddedItemNames', { game_version, body: { is_unique, remove: [name] } }),
    {
      onDone: (_all, one) =>
        showToast(t('grid.namesRemoved', { name: one.name }), {
          action: { label: t('grid.namesUndo'), run: () => add.run(one) },
        }),
      onFailed,
    },
  )
  if (data.length === 0) return null
  return (
    <ul className="added-names" aria-label={t('grid.namesList')}>
      {data.map((one) => (
        <li key={`${one.is_unique} ${one.name}`}>
          <span>
            <bdi>{one.name}</bdi>{' '}
            <small>{t('grid.namesBy', { author: one.author.display_name, time: formatFull(Date.parse(one.added_at)) })}</small>
          </span>
          <IconButton icon="close" label={t('grid.namesRemove', { name: one.name })} onClick={() => remove.run(one)} />
        </li>
      ))}
    </ul>
  )
}
