import '../../../messages/admin-presets.ts'
import './presets.css'
import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { eventInput } from '../../../api/calls/queries.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { ConfirmWrite } from '../kit/confirm-write.tsx'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'

/** Objectives listed by name. */
const maxNamed = 8

interface DeletePresetProps {
  event_id: number
  preset: ScoringPreset
  uses: readonly Objective[]
  onClose: () => void
}

/** Deletes a preset; lists the objectives that will pay nothing, and the teams' losses. */
export function DeletePreset({ event_id, preset, uses, onClose }: DeletePresetProps) {
  const count = uses.length
  return (
    <ConfirmWrite
      title={t('adminPresets.deleteTitle', { name: preset.name })}
      actLabel={count === 0 ? t('adminPresets.deleteUnused') : t('adminPresets.deleteAct', { count })}
      send={() => callWrite('deleteScoringPreset', { ...eventInput(event_id), id: preset.id })}
      done={t('adminPresets.deleted', { name: preset.name })}
      onClose={onClose}
      isFinal
      typed={count > 0 ? preset.name : undefined}
    >
      <p>{count === 0 ? t('adminPresets.unused') : t('adminPresets.deleteMeans', { count })}</p>
      {count > 0 && (
        <>
          <ul className="admin-presets-uses">
            {uses.slice(0, maxNamed).map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
            {count > maxNamed && <li className="quieter">{t('adminPresets.more', { count: count - maxNamed })}</li>}
          </ul>
          <WhatIfPanel eventId={event_id} edits={[{ kind: 'delete_preset', id: preset.id }]} />
        </>
      )}
    </ConfirmWrite>
  )
}
