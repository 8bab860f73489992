import '../../messages/profile.ts'
import { t } from '../../lib/text/messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'

/** Copies a build and says how it went: a browser may refuse, and then the text below can be copied by hand. */
async function copyBuild(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(t('profile.copied'), { text: t('profile.copiedText') })
  } catch {
    showToast(t('profile.notCopied'), { text: t('profile.importHint'), kind: 'bad' })
  }
}

/** The build as text, for the program that calculates with it. */
export function ImportText({ text }: { text: string }) {
  return (
    <div className="import-text">
      <Button icon="copy" onClick={() => void copyBuild(text)}>
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
        <p className="small quieter">{t('profile.importHint')}</p>
      </details>
    </div>
  )
}
