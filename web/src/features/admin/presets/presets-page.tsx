import '../../../messages/admin-presets.ts'
import './presets.css'
import type { Event } from '@muster/contract/events'
import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { readPays } from '@muster/domain/scoring/methods/index'
import { findMethodTexts } from '@muster/domain/scoring/methods/texts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { openEntry, useReopening } from '../../../api/drafts/use-draft.ts'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { readTree, useEvents } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { describePresetPoints } from '../../../lib/text/preset-points.ts'
import { LockedNote } from '../events/locked-note.tsx'
import { EntryButton, ListPage, type OpenDialog, useDialogs } from '../kit/list-page.tsx'
import { DeletePreset } from './delete-preset.tsx'
import { PointsCurve } from './points-curve.tsx'
import { PresetForm } from './preset-form.tsx'
import { listUses } from './preset-values.ts'

/** The presets of an event: their points, their method, and the objectives that use them. */
export function PresetsPage({ event_id }: { event_id: number }) {
  const event = useEvents().find(({ id }) => id === event_id)
  return event ? <PresetsOf key={event.id} event={event} /> : null
}

function PresetsOf({ event }: { event: Event }) {
  const presets = useSuspenseQuery(read('getScoringPresetsForEvent', eventInput(event.id))).data
  const uses = listUses(useSuspenseQuery(readTree(event.id)).data.objective)
  const usesOf = (preset: ScoringPreset) => uses.get(preset.id) ?? []
  const whyNot = event.is_locked ? t('adminPresets.lockedShort') : undefined
  const { open, dialog } = useDialogs<ScoringPreset | null, 'edit' | 'delete'>({
    edit: (preset, close) => (
      <PresetForm event_id={event.id} preset={preset} uses={preset ? usesOf(preset).length : 0} onClose={close} />
    ),
    delete: (preset, close) =>
      preset && <DeletePreset event_id={event.id} preset={preset} uses={usesOf(preset)} onClose={close} />,
  })
  useReopening({ preset: openEntry(presets, `${event.id}.`, (preset) => open('edit', preset)) })
  return (
    <ListPage
      title={t('admin.page.presets')}
      lead={<bdi>{event.name}</bdi>}
      newLabel={t('adminPresets.new')}
      whyNot={whyNot}
      onNew={() => open('edit', null)}
      note={<LockedNote event={event} text={t('adminPresets.locked')} />}
      empty={presets.length === 0 ? [t('adminPresets.noneTitle'), t('adminPresets.noneText')] : null}
      dialog={dialog}
    >
      <ul className="admin-presets-list">
        {presets.map((preset) => (
          <PresetRow key={preset.id} event_id={event.id} preset={preset} uses={usesOf(preset)} whyNot={whyNot} onOpen={open} />
        ))}
      </ul>
    </ListPage>
  )
}

interface PresetRowProps {
  event_id: number
  preset: ScoringPreset
  uses: readonly Objective[]
  whyNot: string | undefined
  onOpen: OpenDialog<ScoringPreset, 'edit' | 'delete'>
}

function PresetRow({ event_id, preset, uses, whyNot, onOpen }: PresetRowProps) {
  const method = findMethodTexts(preset.scoring_method)
  const pays = readPays(preset)
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
        <EntryButton label={t('adminPresets.edit')} name={preset.name} whyNot={whyNot} onPress={() => onOpen('edit', preset)} />
        <EntryButton
          label={t('adminPresets.delete')}
          name={preset.name}
          whyNot={whyNot}
          isQuiet
          onPress={() => onOpen('delete', preset)}
        />
      </div>
    </li>
  )
}
