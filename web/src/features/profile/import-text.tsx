import '../../messages/profile.ts'
import type { GameVersion } from '@muster/contract/events'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'

/** Copies a build and reports the result: a browser may refuse, and then the text below can be copied by hand. */
async function copyBuild(text: string, program: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(t('profile.copied'), { text: t('profile.copiedText', { program }) })
  } catch {
    showToast(t('profile.notCopied'), { text: t('profile.importHint', { program }), kind: 'bad' })
  }
}

/** The build as text, for the program that calculates it. */
export function ImportText({ text, game_version }: { text: string; game_version: GameVersion }) {
  const program = t(`profile.program.${game_version}`)
  return (
    <div className="import-text">
      <Button icon="copy" onClick={() => void copyBuild(text, program)}>
        {t('profile.copy')}
      </Button>
      <details>
        <summary>{t('profile.importText')}</summary>
        <textarea
          className="input"
          readOnly
          rows={5}
          value={text}
          aria-label={t('profile.importText')}
          onFocus={(event) => event.target.select()}
        />
        <p className="small quieter">{t('profile.importHint', { program })}</p>
      </details>
    </div>
  )
}
