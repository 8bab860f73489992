import '../../messages/category.ts'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'

/** Beside a result that counts on a report without a judge. The words of the result say so, too. */
export const UnconfirmedMark = () => (
  <span className="quieter">
    <Icon name="note" size={12} />
  </span>
)

/** The mark beside a number, which has no words. */
export const SpokenMark = () => (
  <span title={t('card.unconfirmed')}>
    {' '}
    <UnconfirmedMark />
    <span className="vh">{t('card.unconfirmed')}</span>
  </span>
)

/** Adds to the words of a result that it counts on a report without a judge. */
export const sayUnconfirmed = (words: string, is_unconfirmed: boolean): string =>
  is_unconfirmed ? [words, t('card.unconfirmed')].filter(Boolean).join(', ') : words
