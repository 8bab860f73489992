import '../../../messages/admin-objectives.ts'
import type { WhatIf, DefinitionEditInput } from '@muster/contract/definition'
import type { DefinitionProblem } from '@muster/contract/definition-problems'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '../../../api/calls/client.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import type { Write } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConfirmChange } from '../kit/confirm-change.tsx'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import { type Definition, listPath, type Node, refreshDefinition, useMappings } from './definition.ts'
import type { Draft, DraftStore } from './draft-store.ts'
import { ConditionList, type Verdict } from './condition-list.tsx'
import { MatchLine } from './match-line.tsx'
import { ObjectiveFields } from './objective-fields.tsx'
import { ProblemLines } from './problem-lines.tsx'
import { isSameValues, readValues, type Values, writeEdit } from './values.ts'

interface EditorProps {
  event_id: number
  definition: Definition
  /** null: a new one, below `parent`. */
  node: Node | null
  parent: Node
  draftKey: string
  draft: Draft
  drafts: DraftStore
  problems: readonly DefinitionProblem[]
  verdicts: readonly Verdict[] | undefined
  /** Whether points may change by what is saved. */
  isRunning: boolean
  isLocked: boolean
  onSaved: (id: number) => void
  onOpen: (id: number) => void
  onDuplicate: () => void
  onDelete: () => void
  onDiscard: () => void
}

const idle: Write<never> = {
  run: () => undefined,
  is_busy: false,
  failure: null,
  problemOf: () => undefined,
  reset: () => undefined,
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

/** One objective or category: its fields, its conditions, what saving would change. What is typed stays when people look elsewhere. */
export function EditorPane(props: EditorProps) {
  const {
    event_id,
    definition,
    node,
    parent,
    draftKey,
    draft,
    drafts,
    problems,
    verdicts,
    isRunning,
    isLocked,
    onSaved,
    onOpen,
  } = props
  const mappings = useMappings(event_id)
  const [preview, setPreview] = useState<{ edits: DefinitionEditInput[]; found: WhatIf | null } | null>(null)
  const [conflict, setConflict] = useState(false)
  const keepResult = useCallback((found: WhatIf | null) => setPreview((before) => before && { ...before, found }), [])
  const place = { id: node?.item.id ?? null, parent_id: parent.item.id, version: draft.version }
  const { form, formProps } = useWriteForm<Values, { objective_ids: Readonly<Record<string, number>> }>({
    values: draft.values,
    wireNames,
    send: async (values) => {
      try {
        return await call('editDefinition', { ...eventInput(event_id), body: { edits: [writeEdit(values, place)] } })
      } catch (problem) {
        if (problem instanceof Failure && problem.code === 'changed_meanwhile') {
          await refreshDefinition(event_id)
          setConflict(true)
        }
        throw problem
      }
    },
    onDone: (reply) => {
      drafts.remove(draftKey)
      showToast(t('objectives.saved'))
      void refreshDefinition(event_id).then(() => onSaved(node?.item.id ?? reply.objective_ids['new'] ?? 0))
    },
  })
  // What is typed is kept outside, so that it is there when somebody comes back.
  useEffect(() => {
    const { unsubscribe } = form.store.subscribe(() => {
      const { values } = form.state
      const known = drafts.get(draftKey) ?? draft
      if (node !== null && isSameValues(values, known.base)) drafts.remove(draftKey)
      else if (known.values !== values) drafts.set(draftKey, { ...known, values })
    })
    return unsubscribe
  }, [form, drafts, draftKey, draft, node])

  const path = useMemo(() => (node ? listPath(node) : [...listPath(parent), ...(parent.parent ? [parent] : [])]), [node, parent])
  const theirs = node ? readValues(node.item) : null
  const isRoot = node !== null && node.parent === null

  async function submit() {
    const values = form.state.values
    if (!isRunning || preview !== null) return formProps.onSubmit()
    // Fields that the browser can judge come before a look at the standings.
    await form.validateAllFields('submit')
    if (!form.state.isFieldsValid) return formProps.onSubmit()
    setPreview({ edits: [writeEdit(values, place)], found: null })
  }

  if (isRoot) return <RootNote name={node.item.name} />
  const moved = preview?.found?.teams.filter(({ points_now, points_then }) => points_now !== points_then).length ?? 0
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
              t(draft.base.objective_type === 'CATEGORY' ? 'objectives.newCategory' : 'objectives.newObjective')
            )}
          </strong>
          {node && <span className="quieter num"> #{node.item.id}</span>}
        </p>
        <form.Subscribe selector={({ values }) => node === null || !isSameValues(values, draft.base)}>
          {(isUnsaved) => isUnsaved && <Badge kind="running">{t('objectives.unsaved')}</Badge>}
        </form.Subscribe>
      </header>
      <ProblemLines problems={problems} onOpen={onOpen} />
      {conflict && theirs && node && (
        <ConflictNotice<Values>
          base={draft.base}
          theirs={theirs}
          mine={form.state.values}
          nameField={(field) => t(`objectives.label.${field}`)}
          showValue={(_, value) => <bdi>{showValue(value)}</bdi>}
          onResolve={(values) => {
            drafts.set(draftKey, { values, base: theirs, version: node.item.version })
            form.reset(values)
            setConflict(false)
          }}
        />
      )}
      <Form
        {...formProps}
        onSubmit={submit}
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
          hasChildren={(node?.children.length ?? 0) > 0}
        />
        <form.Subscribe selector={({ values }) => values.objective_type}>
          {(type) =>
            type === 'ITEM' && (
              <form.AppField name="conditions">
                {(field) => (
                  <ConditionList
                    event_id={event_id}
                    mappings={mappings}
                    conditions={field.state.value}
                    saved={node ? draft.base.conditions : noConditions}
                    verdicts={verdicts}
                    problemOf={(position) =>
                      ['value', 'field', 'operator']
                        .map((part) => formProps.attempt.problemOf(`conditions.${position}.${part}`, undefined))
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
      {preview && (
        <ConfirmChange
          title={t('objectives.checkTitle')}
          actLabel={preview.found === null || moved === 0 ? t('objectives.save') : t('objectives.saveMoving', { count: moved })}
          write={idle}
          isHarmless
          onAct={() => {
            if (preview.found === null) return
            setPreview(null)
            void formProps.onSubmit()
          }}
          onClose={() => setPreview(null)}
        >
          <WhatIfPanel eventId={event_id} edits={preview.edits} onResult={keepResult} />
        </ConfirmChange>
      )}
    </>
  )
}

const noConditions: Values['conditions'] = []

function showValue(value: Values[keyof Values]): string {
  if (typeof value === 'boolean') return t(value ? 'objectives.yes' : 'objectives.no')
  if (typeof value !== 'string') return t('objectives.conditionCount', { count: value.length })
  return value === '' ? t('objectives.none') : value
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
