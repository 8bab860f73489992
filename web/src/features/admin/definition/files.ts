import '../../../messages/admin-definition.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'

/** Larger files are refused before they are read. */
export const largestFile_bytes = 16 * 1024 * 1024

/** Copies a text and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast(t('definition.notCopied'), { text: t('definition.notCopiedText'), kind: 'bad' })
  }
}
