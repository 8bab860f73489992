import '../../../messages/game-log.ts'
import { type DragEvent, useRef, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { followsFiles, type LogSource, pickFile, takeDropped, takeFile } from './log-source.ts'

/** Takes the log: dropped, chosen in the browser's dialog for files that are followed, or read once. */
export function LogChoice({ onChoose }: { onChoose: (source: LogSource) => void }) {
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState('')
  const chooser = useRef<HTMLInputElement>(null)
  const take = (source: LogSource | null) => {
    setProblem(source ? '' : t('gameLog.noFile'))
    if (source) onChoose(source)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(takeDropped(event.dataTransfer))
  }
  async function pick() {
    try {
      const source = await pickFile()
      if (source === undefined) chooser.current?.click()
      else if (source) take(source)
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : String(failure))
    }
  }
  return (
    <div
      className={isOver ? 'game-log-drop game-log-over' : 'game-log-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 className="strong">{t('gameLog.dropTitle')}</h2>
      <p>{t('gameLog.dropText')}</p>
      <p>
        <Button kind="primary" onClick={() => void pick()}>
          {t('gameLog.choose')}
        </Button>
      </p>
      <input
        ref={chooser}
        type="file"
        accept=".txt,text/plain"
        hidden
        aria-label={t('gameLog.choose')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) take(takeFile(file))
          event.target.value = ''
        }}
      />
      <p className="small quiet">{t(followsFiles() ? 'gameLog.follows' : 'gameLog.once')}</p>
      {problem !== '' && (
        <p className="small bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
