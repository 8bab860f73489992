import '../../../messages/admin-objectives.ts'
import type { DefinitionProblem } from '@muster/contract/definition-problems'
import type { GameVersion } from '@muster/contract/events'
import type { TriedObjective } from '@muster/contract/workbench'
import { countsItems, isCategory } from '@muster/domain/objectives/kinds'
import { useEffect, useMemo, useRef } from 'react'
import { callWrite } from '../../../api/calls/writes.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useCheck } from '../what-if/check-edits.tsx'
import { type Definition, listBranch, listPath, type Node, readDefinition, whenTreeIsNew, useMappings } from './definition.ts'
import type { Draft, DraftStore } from './draft-store.ts'
import { ConditionList } from './condition-list.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { ItemSourceNote } from './item-source-note.tsx'
import { MatchLine } from './match-line.tsx'
import { ObjectiveFields } from './objective-fields.tsx'
import { ProblemLines } from './problem-lines.tsx'
import { isSameValues, readValues, type Values, writeEdit } from './values.ts'

interface EditorProps {
  event_id: number
  definition: Definition
  /** null for a new one, below `parent`. */
  node: Node | null
  parent: Node
  draftKey: string
  draft: Draft
  drafts: DraftStore
  problems: readonly DefinitionProblem[]
  /** Result of the workbench item for the draft. */
  trial: TriedObjective | undefined
  onShowTrial: () => void
  game_version: GameVersion
  /** Whether saving may change points. */
  isRunning: boolean
  isLocked: boolean
  onSaved: (id: number) => void
  onOpen: (id: number) => void
  onDuplicate: () => void
  onMove: () => void
  onDelete: () => void
  onDiscard: () => void
}

const onWire = (field: string) => `edits.0.objective.${field}`
const wireNames = Object.fromEntries(
  [
    'name',
    'extra',
    'objective_type',
    'aggregation',
    'number_field',
    'required_number',
    'scoring_preset_id',
    'valid_from',
    'valid_to',
    'hide_progress',
    'conditions',
  ].map((field) => [field, onWire(field)]),
)

const groups = ['conditions'] as const

/**
 * One objective or category: its fields, its conditions, the effect of saving. Input is kept while other objectives are shown.
 */
export function EditorPane(props: EditorProps) {
  const { event_id, definition, node, parent, draftKey, draft, drafts, problems, trial, isRunning, isLocked, onSaved, onOpen } =
    props
  const { game_version } = props
  const mappings = useMappings(event_id)
  const { ask, dialog } = useCheck(event_id)
  /** Once the server has answered, the form no longer counts as unsaved. */
  const isSaved = useRef(false)
  const place = { id: node?.item.id ?? null, parent_id: parent.item.id, version: draft.version }
  const { form, formProps } = useWriteForm<Values, { objective_ids: Readonly<Record<string, number>> } | null>({
    values: draft.values,
    wireNames,
    groups,
    send: async (values) => {
      const edits = [writeEdit(values, place)]
      try {
        const agreed = isRunning ? await ask({ title: t('objectives.checkTitle'), edits }) : { reason: '' }
        return agreed && (await callWrite('editDefinition', { ...eventInput(event_id), body: { ...agreed, edits } }))
      } catch (problem) {
        // The newer version is compared with the input, above the fields.
        if (problem instanceof Failure && problem.code === 'changed_meanwhile') {
          await whenTreeIsNew()
          setTimeout(() => document.querySelector('.conflict')?.scrollIntoView({ block: 'center' }))
        }
        throw problem
      }
    },
    onDone: (reply) => {
      if (reply === null) return
      isSaved.current = true
      drafts.remove(draftKey)
      showToast(t('objectives.saved'))
      void whenTreeIsNew().then(() => {
        // After a change a new editor opens with the saved version.
        isSaved.current = node === null || readDefinition(event_id)?.by_id.get(node.item.id)?.item.version !== draft.version
        onSaved(node?.item.id ?? reply.objective_ids['new'] ?? 0)
      })
    },
  })
  // Input is stored outside, so that it survives leaving the page.
  useEffect(() => {
    const { unsubscribe } = form.store.subscribe(() => {
      if (isSaved.current) return
      const { values } = form.state
      const known = drafts.get(draftKey) ?? draft
      if (isSameValues(values, known.base)) drafts.remove(draftKey)
      else if (known.values !== values) drafts.set(draftKey, { ...known, values })
    })
    return unsubscribe
  }, [form, drafts, draftKey, draft])

  const path = useMemo(() => (node ? listPath(node) : [...listPath(parent), ...(parent.parent ? [parent] : [])]), [node, parent])
  const theirs = node ? readValues(node.item) : null
  const isRoot = node !== null && node.parent === null

  if (isRoot) return <RootNote name={node.item.name} />
  return (
    <>
      <header className="obj-pane-head">
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
            {node ? (
              <bdi>{node.item.name}</bdi>
            ) : (
              t(isCategory(draft.base) ? 'objectives.newCategory' : 'objectives.newObjective')
            )}
          </strong>
          {node && <span className="quieter num"> #{node.item.id}</span>}
        </p>
        <form.Subscribe selector={({ values }) => node === null || !isSameValues(values, draft.base)}>
          {(isUnsaved) => isUnsaved && <Badge kind="running">{t('objectives.unsaved')}</Badge>}
        </form.Subscribe>
      </header>
      <ProblemLines problems={problems} onOpen={onOpen} />
      {theirs && node && draft.version !== node.item.version && (
        <form.Subscribe selector={({ values }) => values}>
          {(values) => (
            <EditConflict
              mappings={mappings}
              presets={definition.presets}
              base={draft.base}
              theirs={theirs}
              mine={values}
              onResolve={(resolved) => drafts.set(draftKey, { values: resolved, base: theirs, version: node.item.version })}
            />
          )}
        </form.Subscribe>
      )}
      <Form
        {...formProps}
        className="obj-form"
        buttons={
          <>
            <SubmitButton disabled={isLocked}>
              {t(isRunning ? 'objectives.check' : node ? 'objectives.save' : 'objectives.create')}
            </SubmitButton>
            <Button onClick={props.onDiscard}>{t(node ? 'objectives.discard' : 'objectives.cancel')}</Button>
            {node && (
              <Button kind="quiet" icon="copy" disabled={isLocked} onClick={props.onDuplicate}>
                {t('objectives.duplicate')}
              </Button>
            )}
            {node && (
              <Button kind="quiet" disabled={isLocked} onClick={props.onMove}>
                {t('objectives.move')}
              </Button>
            )}
            {node && (
              <Button kind="bad" disabled={isLocked} onClick={props.onDelete}>
                {t('objectives.delete')}
              </Button>
            )}
          </>
        }
      >
        {isLocked && <p className="obj-locked">{t('objectives.locked')}</p>}
        <ObjectiveFields
          form={form as never}
          mappings={mappings}
          presets={definition.presets}
          game_version={game_version}
          hasChildren={(node?.children.length ?? 0) > 0}
        />
        {node && isCategory(node.item) && listBranch(node).some(({ item }) => countsItems(item)) && (
          <ItemSourceNote game_version={game_version} />
        )}
        {trial && (
          <button type="button" className="obj-said" onClick={props.onShowTrial}>
            <Icon name={trial.matches ? 'check' : 'close'} size={14} />
            <span>
              <strong className="num">
                {t('objectives.share', { holding: trial.holding, of: trial.holding + trial.failing })}
              </strong>{' '}
              {t(trial.matches ? 'objectives.saidCounts' : 'objectives.saidCountsNot')}
            </span>
          </button>
        )}
        <form.Subscribe selector={({ values }) => values.objective_type}>
          {(type) =>
            countsItems({ objective_type: type }) && (
              <form.AppField name="conditions">
                {(field) => (
                  <ConditionList
                    game_version={game_version}
                    event_id={event_id}
                    mappings={mappings}
                    conditions={field.state.value}
                    saved={node ? draft.base.conditions : noConditions}
                    verdicts={trial?.conditions}
                    problemOf={(position) =>
                      ['value', 'operator', 'field', 'id']
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

const noConditions: Values['conditions'] = []

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
