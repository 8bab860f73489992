import '../../../messages/admin-definition.ts'
import type { Event } from '@muster/contract/events'
import { toKey } from '@muster/domain/definition-file/keys'
import { readEventTitle } from '@muster/domain/events/title'
import { useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useWrite } from '../../../api/calls/writes.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { downloadFile } from '../../../lib/browser/download.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { copyText } from './files.ts'
import { fetchDefinition, useDefinition } from './use-definition.ts'

type Format = 'yaml' | 'json'

/** Exports the current definition. */
export function ExportFile({ event }: { event: Event }) {
  const { text } = useDefinition(event)
  const { objectives, presets } = useSuspenseQuery(read('getEventReadiness', eventInput(event.id))).data.figures
  const name = toKey(readEventTitle(event.name), 'event')
  // Fetched again, so that the export is up to date.
  const download = useWrite((format: Format) => fetchDefinition(event, { format }), {
    onDone: (file, format) => downloadFile(`${name}.${format}`, file.text),
  })
  return (
    <div className="definition-export">
      <p>
        {t('definition.objectives', { count: objectives, number: formatCount(objectives) })}
        {', '}
        {t('definition.presets', { count: presets, number: formatCount(presets) })}
        {', '}
        {t('definition.lines', { count: text.split('\n').length, number: formatCount(text.split('\n').length) })}
      </p>
      <ButtonRow>
        <Button onClick={() => download.run('yaml')} isBusy={download.is_busy}>
          {t('definition.downloadYaml')}
        </Button>
        <Button onClick={() => download.run('json')} isBusy={download.is_busy}>
          {t('definition.downloadJson')}
        </Button>
        <Button icon="copy" onClick={() => void copyText(text, t('definition.copied'))}>
          {t('definition.copy')}
        </Button>
      </ButtonRow>
      <WriteProblem write={download} />
    </div>
  )
}
