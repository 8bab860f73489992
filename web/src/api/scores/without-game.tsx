import '../../messages/without-game.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { nameButton } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'

/** Replaces data of the game on a server that has no client of its API, and leads to submissions instead. */
export function WithoutGame() {
  return (
    <Empty title={t('withoutGame.title')} text={t('withoutGame.text')}>
      <Link to={paths.submissions} search={({ event }: { event?: number | undefined }) => ({ event })} className={nameButton({})}>
        {t('withoutGame.go')}
      </Link>
    </Empty>
  )
}
