import '../../messages/rules.ts'
import { useScoreTree } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { listHeadings } from '../../ui/layout/rich-text.tsx'
import { useRules } from './read-rules.ts'
import { headingPrefix } from './rules-text.tsx'

/** Links to the parts of the page. */
export function RulesContents({ version }: { version: number | undefined }) {
  const { text } = useRules(version)
  const { categories } = useScoreTree()
  const headings = listHeadings(text, headingPrefix).filter(({ level }) => level <= 2)
  return (
    <nav className="rules-contents" aria-label={t('rules.contents')}>
      <h2 className="block-title">{t('rules.contents')}</h2>
      <ul>
        {headings.map(({ id, words, level }) => (
          <li key={id} className={level > 1 ? 'rules-inner' : undefined}>
            <a href={`#${id}`}>
              <bdi>{words}</bdi>
            </a>
          </li>
        ))}
        <li>
          <a href="#scoring">{t('rules.event')}</a>
        </li>
        {categories.map(({ item }) => (
          <li key={item.id} className="rules-inner">
            <a href={`#category-${item.id}`}>
              <bdi>{item.title}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
