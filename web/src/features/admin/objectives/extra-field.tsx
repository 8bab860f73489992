import '../../../messages/admin-objectives.ts'
import type { GameVersion } from '@muster/contract/events'
import { games } from '@muster/domain/events/games'
import { arrangeBoard, findCell, nameCell, nameCellAt } from '@muster/domain/objectives/board'
import { boardSide, type Cell, readExtra, type View, viewOf, views, writeExtra } from '@muster/domain/objectives/layout'
import { t } from '../../../lib/text/messages.ts'
import { Field, Input } from '../../../ui/forms/fields.tsx'
import { useField } from '../../../ui/forms/form-context.ts'
import type { Choice } from '../../../ui/forms/choices.ts'
import { SelectControl } from '../../../ui/forms/select.tsx'
import type { Node } from './definition.ts'

const byName = 'by_name'

interface ExtraFieldProps {
  name: string
  isCategory: boolean
  game_version: GameVersion
  /** The category. */
  parent: Node
}

/** The text for players; for a category also its display style, which is stored in the same value. */
export function ExtraField({ name, isCategory, game_version, parent }: ExtraFieldProps) {
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
      {(layout.cell !== null || isBoard(parent)) && (
        <Field label={t('objectives.cellLabel')} hint={t('objectives.cellHelp')}>
          <SelectControl
            value={layout.cell ? nameCell(layout.cell) : ''}
            choices={listCells(parent, layout.cell)}
            onChange={(cell) => change({ cell: findCell(cell) })}
          />
        </Field>
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

/** Whether pages show the children of a category as a board. */
export const isBoard = ({ item }: Node): boolean => viewOf({ name: item.name, view: readExtra(item.extra).view }) === 'board'

/** The cells of a category's board and of one more row and column, or up to the objective's own cell. */
function listCells({ children }: Node, own: Cell | null): Choice<string>[] {
  const { rows, columns } = arrangeBoard(children, ({ item }) => readExtra(item.extra).cell)
  const height = Math.min(boardSide, Math.max(rows, (own?.row ?? 0) + 1) + 1)
  const width = Math.min(boardSide, Math.max(columns, (own?.column ?? 0) + 1) + 1)
  const cells = Array.from({ length: height * width }, (_, at) => nameCellAt(at, width))
  return [{ value: '', label: t('objectives.cellNone') }, ...cells.map((value) => ({ value, label: value }))]
}
