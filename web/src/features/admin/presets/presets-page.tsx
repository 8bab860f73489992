import '../../../messages/admin-presets.ts'
import './presets.css'
import type { Event } from '@muster/contract/events'
import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { findMethod, readPays } from '@muster/domain/scoring/methods/index'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { readTree, useEvents } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { describePresetPoints } from '../../../lib/text/preset-points.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { LockedNote } from '../events/locked-note.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { DeletePreset } from './delete-preset.tsx'
import { PointsCurve } from './points-curve.tsx'
import { PresetForm } from './preset-form.tsx'
import { listUses } from './preset-values.ts'

type Opened = { readonly kind: 'create' } | { readonly kind: 'edit' | 'delete'; readonly preset: ScoringPreset }

/** The presets of an event: their points, their method, and the objectives that use them. */
export function PresetsPage({ event_id }: { event_id: number }) {
  const event = useEvents().find(({ id }) => id === event_id)
  return event ? <PresetsOf key={event.id} event={event} /> : null
}

function PresetsOf({ event }: { event: Event }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const presets = useSuspenseQuery(read('getScoringPresetsForEvent', eventInput(event.id))).data
  const uses = listUses(useSuspenseQuery(readTree(event.id)).data.objective)
  const usesOf = (preset: ScoringPreset) => uses.get(preset.id) ?? []
  return (
    <AdminPage
      title={t('admin.page.presets')}
      lead={<bdi>{event.name}</bdi>}
      actions={
        <Button
          kind="primary"
          icon="plus"
          disabled={event.is_locked}
          title={event.is_locked ? t('adminPresets.lockedShort') : undefined}
          onClick={() => setOpened({ kind: 'create' })}
        >
          {t('adminPresets.new')}
        </Button>
      }
    >
      <LockedNote event={event} text={t('adminPresets.locked')} />
      {presets.length === 0 ? (
        <Empty title={t('adminPresets.noneTitle')} text={t('adminPresets.noneText')} />
      ) : (
        <ul className="admin-presets-list">
          {presets.map((preset) => (
            <PresetRow
              key={preset.id}
              event_id={event.id}
              preset={preset}
              uses={usesOf(preset)}
              isLocked={event.is_locked}
              onOpen={setOpened}
            />
          ))}
        </ul>
      )}
      {opened?.kind === 'create' && <PresetForm event_id={event.id} preset={null} uses={0} onClose={close} />}
      {opened?.kind === 'edit' && (
        <PresetForm
          key={opened.preset.id}
          event_id={event.id}
          preset={opened.preset}
          uses={usesOf(opened.preset).length}
          onClose={close}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeletePreset event_id={event.id} preset={opened.preset} uses={usesOf(opened.preset)} onClose={close} />
      )}
    </AdminPage>
  )
}

interface PresetRowProps {
  event_id: number
  preset: ScoringPreset
  uses: readonly Objective[]
  isLocked: boolean
  onOpen: (opened: Opened) => void
}

function PresetRow({ event_id, preset, uses, isLocked, onOpen }: PresetRowProps) {
  const method = findMethod(preset.scoring_method)
  const pays = readPays(preset)
  const why = isLocked ? t('adminPresets.lockedShort') : undefined
  return (
    <li>
      <div className="admin-presets-name">
        <b>
          <bdi>{preset.name}</bdi>
        </b>
        <small>{t('adminPresets.number', { id: preset.id })}</small>
        {preset.description && <p>{preset.description}</p>}
      </div>
      <div className="admin-presets-method">
        <b>{method?.label ?? preset.scoring_method}</b>
        <p>{method?.help}</p>
      </div>
      <div className="admin-presets-points">
        {pays && <PointsCurve points={preset.points} pays={pays} cap={preset.point_cap} isSmall />}
        <small>{describePresetPoints(preset)}</small>
      </div>
      <details className="admin-presets-used">
        <summary>{t('adminPresets.usedBy', { count: uses.length })}</summary>
        <ul>
          {uses.map(({ id, parent_id, name }) => (
            <li key={id}>
              <Link
                className="link"
                to={paths.adminObjectives}
                params={{ eventId: event_id, categoryId: parent_id ?? id }}
                search={(before) => ({ ...before, edit: id })}
              >
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </details>
      <div className="admin-presets-acts">
        <Button size="small" disabled={isLocked} title={why} onClick={() => onOpen({ kind: 'edit', preset })}>
          {t('adminPresets.edit')}
          <span className="vh"> {preset.name}</span>
        </Button>
        <Button size="small" kind="quiet" disabled={isLocked} title={why} onClick={() => onOpen({ kind: 'delete', preset })}>
          {t('adminPresets.delete')}
          <span className="vh"> {preset.name}</span>
        </Button>
      </div>
    </li>
  )
}
