import '../../../messages/admin.ts'
import '../../../messages/admin-objectives.ts'
import './dialogs.css'
import './objectives.css'
import './workbench.css'
import type { DefinitionProblem } from '@muster/contract/definition-problems'
import type { GameVersion } from '@muster/contract/events'
import type { TriedObjective } from '@muster/contract/workbench'
import { readEventTitle } from '@muster/domain/events/title'
import { isCategory } from '@muster/domain/objectives/kinds'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useServerTimeReached } from '../../../api/live/clock.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { useSession } from '../../../lib/browser/session.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { AdminPage } from '../kit/admin-page.tsx'
import { FinalNote } from '../kit/final-note.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { DatesDialog } from './dates-dialog.tsx'
import { type Definition, listBranch, type Node, useDefinition } from './definition.ts'
import { problemsOf } from './definition-queries.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { type Draft, type DraftKey, type DraftStore, findDrafts, useDraftKeys, useDraftVersion } from './draft-store.ts'
import { EditorPane } from './editor-pane.tsx'
import { ItemSourceNote } from './item-source-note.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { RematchNote } from './rematch-note.tsx'
import { HistorySheet, ProblemsSheet } from './side-sheets.tsx'
import { type Mark, TreePane } from './tree-pane.tsx'
import { useTreeEdits } from './use-tree-edits.ts'
import { newValues, readValues } from './values.ts'
import { WorkbenchPane } from './workbench-pane.tsx'

/** Search parameters of the address: the selected category, and the objective in the editor. */
export interface Opened {
  /** 'root' is the whole tree. */
  readonly category: number | 'root'
  readonly edit: number | undefined
  readonly create: 'objective' | 'category' | undefined
}

interface PageProps extends Opened {
  event_id: number
  onOpen: (opened: Partial<Opened>) => void
}

type Pane = 'tree' | 'editor' | 'workbench'
type Window = { kind: 'problems' | 'history' } | { kind: 'bulk' | 'dates' | 'delete' | 'move'; node: Node } | null

/** The objectives of an event: tree, editor and workbench beside each other; on phones one at a time. */
export function ObjectivesPage({ event_id, category, edit, create, onOpen }: PageProps) {
  const event = useEvent()
  const title = readEventTitle(event?.name ?? '')
  const game_version = event?.game_version ?? 'poe1'
  const definition = useDefinition(event_id, title)
  const drafts = findDrafts(useSession()?.user_id ?? null, event_id)
  const [bulkText, setBulkText] = useState('')
  const [pane, setPane] = useState<Pane>(edit === undefined && create === undefined ? 'tree' : 'editor')
  const [window_, setWindow] = useState<Window>(null)
  const [trial, setTrial] = useState<TriedObjective | undefined>(undefined)
  const { data: problems } = useQuery(problemsOf(event_id))
  const marks = useMarks(problems?.problems)
  const hasStarted = useServerTimeReached(event ? Date.parse(event.event_start_time) : null)
  const isLocked = event?.is_locked ?? false
  const at = category === 'root' ? definition.root : definition.by_id.get(category)
  const node = edit === undefined ? null : (definition.by_id.get(edit) ?? null)
  const parent = node?.parent ?? at ?? definition.root
  const below = at && isCategory(at.item) ? at : (at?.parent ?? definition.root)
  const draftKey = node ? String(node.item.id) : create ? `new:${create}:${below.item.id}` : null
  const draft = useOpenDraft(drafts, draftKey, node, create)
  const edits = useTreeEdits(event_id, definition, hasStarted)

  const open = useCallback(
    (id: number) => {
      const found = definition.by_id.get(id)
      if (!found) return
      const category_id = isCategory(found.item) ? found.item.id : (found.parent?.item.id ?? definition.root.item.id)
      onOpen({ category: category_id === definition.root.item.id ? 'root' : category_id, edit: id, create: undefined })
      setPane('editor')
    },
    [definition, onOpen],
  )
  const begin = (kind: 'objective' | 'category') => {
    onOpen({ edit: undefined, create: kind })
    setPane('editor')
  }
  /** Opens an unsaved draft. */
  const openDraft = (key: DraftKey) => {
    setPane('editor')
    const [first, kind, category_id] = key.split(':')
    if (first !== 'new') return onOpen({ edit: Number(key), create: undefined })
    const id = Number(category_id)
    onOpen({
      category: id === definition.root.item.id ? 'root' : id,
      edit: undefined,
      create: kind === 'category' ? 'category' : 'objective',
    })
  }
  /** The edited objective was deleted by another organiser: it becomes a new one. */
  const createAgain = (key: DraftKey, { values }: Draft) => {
    const kind = isCategory(values) ? 'category' : 'objective'
    drafts.remove(key)
    const conditions = values.conditions.map((condition) => ({ ...condition, id: null }))
    drafts.set(`new:${kind}:${below.item.id}`, { values: { ...values, conditions }, base: newValues(kind), version: undefined })
    onOpen({ edit: undefined, create: kind })
  }
  const lost = edit === undefined || node ? undefined : drafts.get(String(edit))
  const panes = [
    { value: 'tree', label: t('objectives.paneTree') },
    { value: 'editor', label: t('objectives.paneEditor') },
    { value: 'workbench', label: t('objectives.paneWorkbench') },
  ] as const
  const open_id = node?.item.id ?? null
  return (
    <AdminPage
      title={t('admin.page.objectives')}
      lead={t(hasStarted ? 'objectives.leadRunning' : 'objectives.leadBefore', { event: title })}
      actions={
        <>
          {problems && (
            <Button kind="quiet" icon="warning" onClick={() => setWindow({ kind: 'problems' })}>
              {t('objectives.problemCount', { count: problems.counts.error + problems.counts.warning })}
            </Button>
          )}
          <Menu
            label={t('objectives.moreActions')}
            trigger={
              <button type="button" className="btn btn-plain btn-normal">
                {t('objectives.moreActions')}
              </button>
            }
          >
            <MenuItem isDisabled={isLocked} onSelect={() => begin('category')}>
              {t('objectives.newCategoryIn', { name: below.item.name })}
            </MenuItem>
            <MenuItem isDisabled={isLocked} onSelect={() => setWindow({ kind: 'bulk', node: below })}>
              {t('objectives.bulkIn', { name: below.item.name })}
            </MenuItem>
            <MenuItem isDisabled={isLocked} onSelect={() => setWindow({ kind: 'dates', node: below })}>
              {t('objectives.datesIn', { name: below.item.name })}
            </MenuItem>
            <MenuItem onSelect={() => setWindow({ kind: 'history' })}>{t('objectives.history')}</MenuItem>
          </Menu>
          <Button icon="plus" disabled={isLocked} onClick={() => begin('objective')}>
            {t('objectives.new')}
          </Button>
        </>
      }
    >
      <RematchNote event_id={event_id} />
      {event && <FinalNote event={event} />}
      {isLocked && <p className="obj-locked">{t('objectives.locked')}</p>}
      <div className="obj-switch">
        <Segments label={t('objectives.panes')} value={pane} choices={panes} onChange={setPane} />
      </div>
      <div className="obj-panes" data-pane={pane}>
        <section className="obj-pane obj-pane-tree" aria-label={t('objectives.paneTree')}>
          <TreePane
            root={definition.root}
            selected_id={open_id ?? (create ? below.item.id : null)}
            drafts={drafts}
            marks={marks}
            isLocked={isLocked}
            isBusy={edits.isBusy}
            onSelect={open}
            onOpenDraft={openDraft}
            onMove={edits.move}
            onDelete={(wanted) => setWindow({ kind: 'delete', node: wanted })}
          />
        </section>
        <section className="obj-pane obj-pane-editor" aria-label={t('objectives.paneEditor')}>
          {at === undefined || (edit !== undefined && !node) ? (
            <Empty title={t('objectives.goneTitle')} text={t(lost ? 'objectives.goneUnsaved' : 'objectives.goneText')}>
              {lost && (
                <div className="obj-next">
                  <Button kind="primary" disabled={isLocked} onClick={() => createAgain(String(edit), lost)}>
                    {t('objectives.createAgain')}
                  </Button>
                  <Button onClick={() => drafts.remove(String(edit))}>{t('objectives.discard')}</Button>
                </div>
              )}
            </Empty>
          ) : draftKey && draft ? (
            <EditorPane
              key={`${draftKey}:${draft.version ?? 0}`}
              event_id={event_id}
              definition={definition}
              node={node}
              parent={node ? parent : below}
              draftKey={draftKey}
              draft={draft}
              drafts={drafts}
              problems={
                problems?.problems.filter(({ objective_id }) => objective_id !== null && objective_id === open_id) ?? noProblems
              }
              trial={trial}
              onShowTrial={() => setPane('workbench')}
              game_version={game_version}
              isRunning={hasStarted}
              isLocked={isLocked}
              onSaved={(id) => (id === 0 ? onOpen({ create: undefined }) : onOpen({ edit: id, create: undefined }))}
              onOpen={open}
              onDuplicate={() => node && edits.duplicate(node, (id) => onOpen({ edit: id, create: undefined }))}
              onMove={() => node && setWindow({ kind: 'move', node })}
              onDelete={() => node && setWindow({ kind: 'delete', node })}
              onDiscard={() => {
                const left = drafts.get(draftKey)
                drafts.remove(draftKey)
                onOpen({ edit: undefined, create: undefined })
                if (!left) return
                const bring = () => {
                  drafts.set(draftKey, left)
                  openDraft(draftKey)
                }
                showToast(t('objectives.discarded'), { action: { label: t('undo.act'), run: bring } })
              }}
            />
          ) : (
            <CategoryNote
              game_version={game_version}
              definition={definition}
              node={below}
              isLocked={isLocked}
              onBegin={begin}
              onBulk={() => setWindow({ kind: 'bulk', node: below })}
            />
          )}
        </section>
        <section className="obj-pane obj-pane-workbench" aria-label={t('objectives.paneWorkbench')}>
          <WorkbenchPane
            event_id={event_id}
            definition={definition}
            draftKey={draftKey}
            id={open_id}
            draft={draft}
            drafts={drafts}
            onTried={setTrial}
            onOpen={open}
          />
        </section>
      </div>
      {window_?.kind === 'problems' && problems && (
        <ProblemsSheet problems={problems} onOpen={open} onClose={() => setWindow(null)} />
      )}
      {window_?.kind === 'history' && <HistorySheet event_id={event_id} onClose={() => setWindow(null)} />}
      {window_?.kind === 'bulk' && (
        <BulkDialog
          event_id={event_id}
          parent={window_.node}
          game_version={game_version}
          presets={definition.presets}
          isRunning={hasStarted}
          text={bulkText}
          onText={setBulkText}
          onClose={() => setWindow(null)}
          onDone={(ids) => {
            setWindow(null)
            setBulkText('')
            edits.offerDelete(ids)
          }}
        />
      )}
      {window_?.kind === 'dates' && (
        <DatesDialog
          event_id={event_id}
          node={window_.node}
          isRunning={hasStarted}
          onClose={() => setWindow(null)}
          onDone={(dated) => {
            setWindow(null)
            edits.offerDates(dated)
          }}
        />
      )}
      {window_?.kind === 'delete' && (
        <DeleteDialog
          event_id={event_id}
          node={window_.node}
          onClose={() => setWindow(null)}
          onDone={(canUndo) => {
            const { parent: above } = window_.node
            setWindow(null)
            for (const { item } of listBranch(window_.node)) {
              for (const key of [item.id, `new:objective:${item.id}`, `new:category:${item.id}`]) drafts.remove(String(key))
            }
            onOpen({
              category: above === null || above.parent === null ? 'root' : above.item.id,
              edit: undefined,
              create: undefined,
            })
            if (canUndo) edits.offerCreate(window_.node)
          }}
        />
      )}
      {window_?.kind === 'move' && (
        <MoveDialog definition={definition} node={window_.node} onMove={edits.move} onClose={() => setWindow(null)} />
      )}
      {edits.dialog}
    </AdminPage>
  )
}

const noProblems: readonly DefinitionProblem[] = []

/** Contents of the editor: the draft, or the saved values. */
function useOpenDraft(drafts: DraftStore, key: string | null, node: Node | null, create: Opened['create']): Draft | undefined {
  const fresh = useMemo((): Draft | undefined => {
    if (node) {
      const values = readValues(node.item)
      return { values, base: values, version: node.item.version }
    }
    if (!create) return undefined
    const values = newValues(create)
    return { values, base: values, version: undefined }
  }, [node, create])
  // Keystrokes do not matter here: the draft changes its version when it continues from another organiser's.
  useDraftKeys(drafts)
  useDraftVersion(drafts, key)
  return (key === null ? undefined : drafts.get(key)) ?? fresh
}

/** The worst finding of each objective, and how many it has. */
function useMarks(problems: readonly DefinitionProblem[] | undefined): ReadonlyMap<number, Mark> {
  return useMemo(() => {
    const marks = new Map<number, Mark>()
    for (const { objective_id, severity } of problems ?? []) {
      if (objective_id === null || severity === 'notice') continue
      const known = marks.get(objective_id)
      // The worst findings are first.
      marks.set(objective_id, { severity: known?.severity ?? severity, count: (known?.count ?? 0) + 1 })
    }
    return marks
  }, [problems])
}

interface CategoryNoteProps {
  game_version: GameVersion
  definition: Definition
  node: Node
  isLocked: boolean
  onBegin: (kind: 'objective' | 'category') => void
  onBulk: () => void
}

/** Shown if nothing is open: the contents of the category, and the next steps. */
function CategoryNote({ game_version, definition, node, isLocked, onBegin, onBulk }: CategoryNoteProps) {
  const isEmpty = definition.root.children.length === 0
  return (
    <Empty
      title={isEmpty ? t('objectives.emptyTitle') : node.item.name}
      text={isEmpty ? t('objectives.emptyText') : t('objectives.categoryText', { count: node.leaves })}
    >
      <div className="obj-next">
        <Button kind="primary" icon="plus" disabled={isLocked} onClick={() => onBegin(isEmpty ? 'category' : 'objective')}>
          {t(isEmpty ? 'objectives.newCategory' : 'objectives.new')}
        </Button>
        {!isEmpty && (
          <Button disabled={isLocked} onClick={() => onBegin('category')}>
            {t('objectives.newCategory')}
          </Button>
        )}
        <Button disabled={isLocked} onClick={onBulk}>
          {t('objectives.bulk')}
        </Button>
      </div>
      <ItemSourceNote game_version={game_version} />
    </Empty>
  )
}
