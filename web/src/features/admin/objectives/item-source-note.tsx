import '../../../messages/admin-objectives.ts'
import './conditions.css'
import type { GameVersion } from '@muster/contract/events'
import { games } from '@muster/domain/events/games'
import { t } from '../../../lib/text/messages.ts'

/** Says which items count in a game without tabs; shown wherever item objectives are made. */
export const ItemSourceNote = ({ game_version }: { game_version: GameVersion }) =>
  games[game_version].stash_stream ? null : <p className="obj-source">{t('objectives.noTabs')}</p>
