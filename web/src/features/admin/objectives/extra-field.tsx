import '../../../messages/admin-objectives.ts'
import type { GameVersion } from '@muster/contract/events'
import { games } from '@muster/domain/events/games'
import { readExtra, type View, viewOf, views, writeExtra } from '@muster/domain/objectives/layout'
import { t } from '../../../lib/text/messages.ts'
import { Field, Input } from '../../../ui/forms/fields.tsx'
import { useField } from '../../../ui/forms/form-context.ts'
import type { Choice } from '../../../ui/forms/choices.ts'
import { SelectControl } from '../../../ui/forms/select.tsx'

const byName = 'by_name'

interface ExtraFieldProps {
  name: string
  isCategory: boolean
  game_version: GameVersion
}

/** The text for players; for a category also its display style, which is stored in the same value. */
export function ExtraField({ name, isCategory, game_version }: ExtraFieldProps) {
  const { field, value, error } = useField<string>()
  const layout = readExtra(value)
  const hasLayout = isCategory || layout.view !== null || layout.tab !== null
  const change = (part: Partial<typeof layout>) => field.handleChange(writeExtra({ ...layout, ...part }))
  const ofName = viewOf({ name: name.trim(), view: null })
  const has: Partial<Readonly<Record<View, boolean>>> = games[game_version]
  const choices: Choice<View | typeof byName>[] = [
    { value: byName, label: t('objectives.viewByName', { view: t(`objectives.view.${ofName ?? 'list'}`) }) },
    ...views.map((value) => {
      const label = t(`objectives.view.${value}`)
      const isDisabled = has[value] === false
      return { value, isDisabled, label: isDisabled ? t('objectives.notInGame', { name: label }) : label }
    }),
  ]
  return (
    <>
      {hasLayout && (
        <div className="obj-pair">
          <Field label={t('objectives.viewLabel')} hint={t('objectives.viewHelp')}>
            <SelectControl
              value={layout.view ?? byName}
              choices={choices}
              onChange={(view) => change({ view: view === byName ? null : view })}
            />
          </Field>
          <Field label={t('objectives.tabLabel')} hint={t('objectives.tabHelp')}>
            <Input
              value={layout.tab ?? ''}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => change({ tab: event.target.value === '' ? null : event.target.value })}
            />
          </Field>
        </div>
      )}
      <Field label={t('objectives.label.extra')} hint={t('objectives.extraHelp')} error={error}>
        <Input
          name={field.name}
          value={layout.note}
          maxLength={4000}
          autoComplete="off"
          onBlur={field.handleBlur}
          onChange={(event) => change({ note: event.target.value })}
        />
      </Field>
    </>
  )
}
