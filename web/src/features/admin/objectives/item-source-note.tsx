import '../../../messages/admin-objectives.ts'
import './conditions.css'
import type { GameVersion } from '@muster/contract/events'
import { gameOffers } from '@muster/domain/events/game-offers'
import { t } from '../../../lib/text/messages.ts'

/** What items count from where the game shows no tabs, said wherever somebody makes objectives of them. */
export const ItemSourceNote = ({ game_version }: { game_version: GameVersion }) =>
  gameOffers(game_version).stash_stream ? null : <p className="obj-source">{t('objectives.noTabs')}</p>
