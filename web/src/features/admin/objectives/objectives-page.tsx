import '../../../messages/admin.ts'
import '../../../messages/admin-objectives.ts'
import './dialogs.css'
import './objectives.css'
import './workbench.css'
import type { DefinitionProblem, DefinitionProblems } from '@muster/contract/definition-problems'
import { defaultGame } from '@muster/contract/game-versions'
import type { TriedObjective } from '@muster/contract/workbench'
import { readEventTitle } from '@muster/domain/events/title'
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
import { AdminPage } from '../kit/admin-page.tsx'
import { EventShowing } from '../kit/showing.tsx'
import { FinalNote } from '../kit/final-note.tsx'
import { type Definition, type Node, useDefinition } from './definition.ts'
import { problemsOf } from './definition-queries.ts'
import { dropOutgrown } from './outgrown-problems.ts'
import { findDrafts } from './draft-store.ts'
import { EditorPane } from './editor-pane.tsx'
import { ItemSourceNote } from './item-source-note.tsx'
import { ObjectiveDialogs, type OpenDialog } from './objective-dialogs.tsx'
import { RematchNote } from './rematch-note.tsx'
import { TreePane } from './tree-pane.tsx'
import type { Mark } from './tree-row.tsx'
import { type Opened, useSelection } from './use-selection.ts'
import { useTreeEdits } from './use-tree-edits.ts'
import { WorkbenchPane } from './workbench-pane.tsx'

interface PageProps extends Opened {
  event_id: number
  onOpen: (opened: Partial<Opened>) => void
}

type Pane = 'tree' | 'editor' | 'workbench'

/** The objectives of an event: tree, editor and workbench beside each other; on phones one at a time. */
export function ObjectivesPage({ event_id, onOpen, ...opened }: PageProps) {
  const event = useEvent()
  const title = readEventTitle(event?.name ?? '')
  const definition = useDefinition(event_id, title)
  const drafts = findDrafts(useSession()?.user_id ?? null, event_id)
  const [pane, setPane] = useState<Pane>(opened.edit === undefined && opened.create === undefined ? 'tree' : 'editor')
  const showEditor = useCallback(() => setPane('editor'), [])
  const selection = useSelection({ definition, drafts, opened, onOpen, showEditor })
  const { node, below, draftKey, draft, open, openMade } = selection
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [trial, setTrial] = useState<TriedObjective | undefined>(undefined)
  const problems = useProblems(event_id, definition)
  const marks = useMarks(problems?.problems)
  const isRunning = useServerTimeReached(event ? Date.parse(event.event_start_time) : null)
  const isLocked = event?.is_locked ?? false
  const edits = useTreeEdits(event_id, definition, isRunning)
  const open_id = node?.item.id ?? null
  const shared = { event_id, definition, game_version: event?.game_version ?? defaultGame, isRunning }
  const panes = [
    { value: 'tree', label: t('objectives.paneTree') },
    { value: 'editor', label: t('objectives.paneEditor') },
    { value: 'workbench', label: t('objectives.paneWorkbench') },
  ] as const
  return (
    <AdminPage
      title={t('admin.page.objectives')}
      lead={
        <>
          {t(isRunning ? 'objectives.leadRunning' : 'objectives.leadBefore', { event: title })}{' '}
          {event && <EventShowing event={event} />}
        </>
      }
      actions={
        <PageActions problems={problems} below={below} isLocked={isLocked} onBegin={selection.begin} onDialog={setDialog} />
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
            definition={definition}
            selected_id={open_id ?? (opened.create ? below.item.id : null)}
            drafts={drafts}
            marks={marks}
            isLocked={isLocked}
            isBusy={edits.isBusy}
            onSelect={open}
            onOpenDraft={selection.openDraft}
            onMove={edits.move}
            onDelete={(wanted) => setDialog({ kind: 'delete', node: wanted })}
            onChangeMany={(ids) => setDialog({ kind: 'many', ids })}
          />
        </section>
        <section className="obj-pane obj-pane-editor" aria-label={t('objectives.paneEditor')}>
          {selection.isGone ? (
            <GoneNote selection={selection} isLocked={isLocked} />
          ) : draftKey && draft ? (
            <EditorPane
              {...shared}
              key={selection.editorKey}
              node={node}
              parent={node?.parent ?? below}
              draftKey={draftKey}
              draft={draft}
              drafts={drafts}
              problems={
                problems?.problems.filter(({ objective_id }) => objective_id !== null && objective_id === open_id) ?? noProblems
              }
              trial={trial}
              onShowTrial={() => setPane('workbench')}
              isLocked={isLocked}
              onOpen={open}
              onMade={openMade}
              onBegin={() => selection.begin('objective')}
              onDuplicate={(onDone) => node && edits.duplicate(node, onDone)}
              onAsk={(kind) => node && setDialog({ kind, node })}
              onDiscard={() => selection.discard(draftKey)}
            />
          ) : (
            <CategoryNote
              {...shared}
              node={below}
              isLocked={isLocked}
              onBegin={selection.begin}
              onBulk={() => setDialog({ kind: 'bulk', node: below })}
            />
          )}
        </section>
        <section className="obj-pane obj-pane-workbench" aria-label={t('objectives.paneWorkbench')}>
          <WorkbenchPane
            {...shared}
            draftKey={draftKey}
            id={open_id}
            draft={draft}
            drafts={drafts}
            onTried={setTrial}
            onOpen={open}
          />
        </section>
      </div>
      <ObjectiveDialogs
        {...shared}
        drafts={drafts}
        problems={problems}
        edits={edits}
        dialog={dialog}
        onClose={() => setDialog(null)}
        onOpen={open}
        onDeleted={selection.leaveDeleted}
      />
      {edits.dialog}
    </AdminPage>
  )
}

const noProblems: readonly DefinitionProblem[] = []

function useProblems(event_id: number, { by_id }: Definition): DefinitionProblems | undefined {
  const { data: found } = useQuery(problemsOf(event_id))
  return useMemo(() => found && dropOutgrown(found, by_id), [found, by_id])
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

type Selection = ReturnType<typeof useSelection>

interface ActionsProps {
  problems: DefinitionProblems | undefined
  below: Node
  isLocked: boolean
  onBegin: Selection['begin']
  onDialog: (dialog: OpenDialog) => void
}

function PageActions({ problems, below, isLocked, onBegin, onDialog }: ActionsProps) {
  const { name } = below.item
  return (
    <>
      {problems && (
        <Button kind="quiet" icon="warning" onClick={() => onDialog({ kind: 'problems' })}>
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
        <MenuItem isDisabled={isLocked} onSelect={() => onBegin('category')}>
          {t('objectives.newCategoryIn', { name })}
        </MenuItem>
        <MenuItem isDisabled={isLocked} onSelect={() => onDialog({ kind: 'bulk', node: below })}>
          {t('objectives.bulkIn', { name })}
        </MenuItem>
        <MenuItem isDisabled={isLocked} onSelect={() => onDialog({ kind: 'dates', node: below })}>
          {t('objectives.datesIn', { name })}
        </MenuItem>
        <MenuItem onSelect={() => onDialog({ kind: 'history' })}>{t('objectives.history')}</MenuItem>
      </Menu>
      <Button icon="plus" disabled={isLocked} onClick={() => onBegin('objective')}>
        {t('objectives.new')}
      </Button>
    </>
  )
}

/** The objective of the address does not exist; unsaved input for it can become a new one. */
function GoneNote({ selection: { lost, createAgain, discardLost }, isLocked }: { selection: Selection; isLocked: boolean }) {
  return (
    <Empty title={t('objectives.goneTitle')} text={t(lost ? 'objectives.goneUnsaved' : 'objectives.goneText')}>
      {lost && (
        <div className="obj-next">
          <Button kind="primary" disabled={isLocked} onClick={() => createAgain(lost)}>
            {t('objectives.createAgain')}
          </Button>
          <Button onClick={discardLost}>{t('objectives.discard')}</Button>
        </div>
      )}
    </Empty>
  )
}

interface CategoryNoteProps extends Pick<Parameters<typeof EditorPane>[0], 'game_version' | 'definition' | 'isLocked'> {
  node: Node
  onBegin: Selection['begin']
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
