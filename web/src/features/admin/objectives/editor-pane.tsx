import '../../../messages/admin-objectives.ts'
import type { DefinitionProblem } from '@muster/contract/definition-problems'
import type { GameVersion } from '@muster/contract/events'
import type { TriedObjective } from '@muster/contract/workbench'
import { listConditionFields } from '@muster/domain/objectives/condition-fields'
import { countsItems, isCategory } from '@muster/domain/objectives/kinds'
import { useEffect, useRef, useState } from 'react'
import { useEvent } from '../../../api/scores/event.ts'
import { countActs } from '../../../lib/browser/acts.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { ProblemLines } from '../kit/definition-problems.tsx'
import { ObjectiveShowing } from '../kit/showing.tsx'
import { ConditionList } from './condition-list.tsx'
import { type Definition, listBranch, listPath, type Node, useMappings } from './definition.ts'
import { findLinesPreset } from './board-draft.ts'
import { isBoard } from './extra-field.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { ItemSourceNote } from './item-source-note.tsx'
import { MatchLine } from './match-line.tsx'
import { ObjectiveFields } from './objective-fields.tsx'
import { type EditedObjective, type Made, useObjectiveForm } from './use-objective-form.ts'
import { isSameValues, listUsable, readValues, toNumber, type Values } from './values.ts'

interface EditorProps extends Omit<EditedObjective, 'onCreated'> {
  definition: Definition
  problems: readonly DefinitionProblem[]
  /** Result of the workbench item for the draft. */
  trial: TriedObjective | undefined
  onShowTrial: () => void
  game_version: GameVersion
  isLocked: boolean
  onOpen: (id: number) => void
  /** Called with a created objective if its editor is still shown; the editor then shows that objective. */
  onMade: (made: Made) => void
  /** Starts a new objective in the shown category. */
  onBegin: () => void
  onDuplicate: (onDone: (id: number) => void) => void
  /** Opens a dialog about the objective. */
  onAsk: (kind: 'board' | 'delete' | 'move') => void
  onDiscard: () => void
}

/**
 * One objective or category: its fields, its conditions, the effect of saving. Input is kept while other objectives are shown.
 */
export function EditorPane(props: EditorProps) {
  const { event_id, definition, node, draftKey, draft, drafts, trial, isRunning, isLocked, game_version } = props
  const mappings = useMappings(event_id)
  const event = useEvent()
  const isShown = useIsShown()
  const [isAwaited, setAwaited] = useState(false)
  const onCreated = (made: Made) => {
    setAwaited(made.isAwaited)
    props.onMade(made)
  }
  const { form, formProps, resolve, dialog } = useObjectiveForm({ ...props, onCreated })
  const duplicate = () => {
    const acts = countActs()
    props.onDuplicate((id) => isShown.current && countActs() === acts && props.onOpen(id))
  }

  if (node !== null && node.parent === null) return <RootNote name={node.item.name} />
  return (
    <>
      <header className="obj-pane-head">
        <Path {...props} />
        <form.Subscribe selector={({ values }) => node === null || !isSameValues(values, draft.base)}>
          {(isUnsaved) => isUnsaved && <Badge kind="running">{t('objectives.unsaved')}</Badge>}
        </form.Subscribe>
      </header>
      {node && event && (
        <p className="quieter small obj-showing">
          <ObjectiveShowing event={event} windows={listOpenings(node)} />
        </p>
      )}
      {node && isCategory(node.item) && (
        <AddInside name={node.item.name} hasFocus={isAwaited} isLocked={isLocked} onBegin={props.onBegin} />
      )}
      <ProblemLines problems={props.problems} onOpen={props.onOpen} />
      {node && draft.version !== node.item.version && !formProps.attempt.isBusy && (
        <form.Subscribe selector={({ values }) => values}>
          {(values) => (
            <EditConflict
              mappings={mappings}
              presets={definition.presets}
              base={draft.base}
              theirs={readValues(node.item)}
              mine={values}
              onResolve={(resolved) => resolve(resolved, node)}
            />
          )}
        </form.Subscribe>
      )}
      <Form
        {...formProps}
        className="obj-form"
        buttons={
          <>
            <Button onClick={props.onDiscard}>{t(node ? 'objectives.discard' : 'objectives.cancel')}</Button>
            <SubmitButton disabled={isLocked}>
              {t(isRunning ? 'objectives.check' : node ? 'objectives.save' : 'objectives.create')}
            </SubmitButton>
            {node && (
              <>
                <Button kind="quiet" icon="copy" disabled={isLocked} onClick={duplicate}>
                  {t('objectives.duplicate')}
                </Button>
                <Asks {...props} node={node} />
              </>
            )}
          </>
        }
      >
        {isLocked && <p className="obj-locked">{t('objectives.locked')}</p>}
        <ObjectiveFields
          form={form as never}
          presets={definition.presets}
          game_version={game_version}
          hasChildren={(node?.children.length ?? 0) > 0}
          parent={node?.parent ?? props.parent}
        />
        {node && isCategory(node.item) && listBranch(node).some(({ item }) => countsItems(item)) && (
          <ItemSourceNote game_version={game_version} />
        )}
        {trial && <TrialLine trial={trial} onShow={props.onShowTrial} />}
        <form.Subscribe selector={({ values }) => [listConditionFields(values), toNumber(values.required_number)] as const}>
          {([fields, required_number]) =>
            fields.length > 0 && (
              <form.AppField name="conditions">
                {(field) => (
                  <ConditionList
                    fields={fields}
                    required_number={required_number}
                    game_version={game_version}
                    event_id={event_id}
                    mappings={mappings}
                    conditions={listUsable(field.state.value, fields)}
                    saved={node ? draft.base.conditions : noConditions}
                    verdicts={trial?.conditions}
                    problemOf={(position) =>
                      ['value', 'operator', 'field', 'id', 'at_least', 'counts_as']
                        .map((part) => formProps.attempt.problemOf('conditions', field.state.value, `${position}.${part}`))
                        .find((problem) => problem !== undefined)
                    }
                    onChange={field.handleChange}
                  />
                )}
              </form.AppField>
            )
          }
        </form.Subscribe>
        <MatchLine event_id={event_id} id={node?.item.id ?? null} drafts={drafts} draftKey={draftKey} draft={draft} />
      </Form>
      {dialog}
    </>
  )
}

function Asks({ node, definition, isLocked, onAsk }: Pick<EditorProps, 'definition' | 'isLocked' | 'onAsk'> & { node: Node }) {
  return (
    <>
      <Button kind="quiet" disabled={isLocked} onClick={() => onAsk('move')}>
        {t('objectives.move')}
      </Button>
      {(isBoard(node) || findLinesPreset(node, definition.presets)) && (
        <Button kind="quiet" disabled={isLocked} onClick={() => onAsk('board')}>
          {t('objectives.board')}
        </Button>
      )}
      <Button kind="bad" disabled={isLocked} onClick={() => onAsk('delete')}>
        {t('objectives.delete')}
      </Button>
    </>
  )
}

/** The next step in a category; it takes the focus after the category was created. */
function AddInside(props: { name: string; hasFocus: boolean; isLocked: boolean; onBegin: () => void }) {
  const frame = useRef<HTMLDivElement>(null)
  const { hasFocus } = props
  useEffect(() => {
    if (hasFocus) frame.current?.querySelector('button')?.focus()
  }, [hasFocus])
  return (
    <div className="obj-add" ref={frame}>
      <Button icon="plus" size="small" disabled={props.isLocked} onClick={props.onBegin}>
        {t('objectives.newIn', { name: props.name })}
      </Button>
    </div>
  )
}

const noConditions: Values['conditions'] = []

/** The opening times of an objective and of the categories above it. */
const listOpenings = (node: Node) =>
  [...listPath(node), node].map(({ item }) => (item.valid_from === null ? null : Date.parse(item.valid_from)))

/** Links to the categories above, then the name. */
function Path({ node, parent, draft, onOpen }: Pick<EditorProps, 'node' | 'parent' | 'draft' | 'onOpen'>) {
  const path = node ? listPath(node) : [...listPath(parent), ...(parent.parent ? [parent] : [])]
  return (
    <p className="obj-path">
      {path.map(({ item }) => (
        <span key={item.id}>
          <button type="button" className="link" onClick={() => onOpen(item.id)}>
            <bdi>{item.name}</bdi>
          </button>
          {' / '}
        </span>
      ))}
      <strong>
        {node ? <bdi>{node.item.name}</bdi> : t(isCategory(draft.base) ? 'objectives.newCategory' : 'objectives.newObjective')}
      </strong>
      {node && <span className="quieter num"> #{node.item.id}</span>}
    </p>
  )
}

function TrialLine({ trial, onShow }: { trial: TriedObjective; onShow: () => void }) {
  return (
    <button type="button" className="obj-said" onClick={onShow}>
      <Icon name={trial.matches ? 'check' : 'close'} size={14} />
      <span>
        <strong className="num">{t('objectives.share', { holding: trial.holding, of: trial.holding + trial.failing })}</strong>{' '}
        {t(trial.matches ? 'objectives.saidCounts' : 'objectives.saidCountsNot')}
      </span>
    </button>
  )
}

function RootNote({ name }: { name: string }) {
  return (
    <div className="obj-root">
      <h2 className="obj-section">
        <bdi>{name}</bdi>
      </h2>
      <p>{t('objectives.rootNote')}</p>
    </div>
  )
}
